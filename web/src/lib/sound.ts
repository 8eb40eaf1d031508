// Small sounds, made here and not loaded: dice, a step, a shot, a hit, your turn. Silence is a
// setting, and a page that is not looked at makes only the sound of one's turn.

import { settings } from "./settings.svelte";

export type Sound = "dice" | "move" | "shot" | "hit" | "turn";

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Make a sound, unless there is to be silence or the browser has none. */
export function play(sound: Sound): void {
  if (!settings.sound || (document.hidden && sound !== "turn")) return;
  const audio = ready();
  if (!audio) return;
  MAKERS[sound](audio, audio.currentTime + 0.01);
}

/** Browsers are silent until a hand was laid on the page: then sounds may begin. */
export function awaken(): void {
  if (settings.sound) void ready()?.resume();
}

function ready(): AudioContext | null {
  try {
    context ??= new AudioContext();
  } catch {
    return null;
  }
  return context;
}

const MAKERS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  dice: (audio, at) => {
    for (const [late, high] of [[0, 2400], [0.07, 1900], [0.13, 2700], [0.22, 2100]] as const) {
      hiss(audio, at + late, 0.035, high, 0.16);
    }
  },
  move: (audio, at) => {
    hiss(audio, at, 0.06, 420, 0.14);
    hiss(audio, at + 0.12, 0.06, 380, 0.1);
  },
  shot: (audio, at) => {
    hiss(audio, at, 0.16, 1300, 0.3);
    tone(audio, at, 0.12, 150, 60, 0.25);
  },
  hit: (audio, at) => {
    tone(audio, at, 0.22, 120, 45, 0.35);
    hiss(audio, at, 0.08, 700, 0.14);
  },
  turn: (audio, at) => {
    tone(audio, at, 0.16, 523, 523, 0.12);
    tone(audio, at + 0.14, 0.26, 784, 784, 0.12);
  },
};

/** A short breath of noise around a pitch. */
function hiss(audio: AudioContext, at: number, long: number, pitch: number, loud: number): void {
  noise ??= whiteNoise(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(audio, at, long, loud)).connect(audio.destination);
  source.start(at, Math.random() * 0.5, long);
}

/** A tone that slides from one pitch to another. */
function tone(audio: AudioContext, at: number, long: number, from: number, to: number, loud: number): void {
  const source = audio.createOscillator();
  source.frequency.setValueAtTime(from, at);
  source.frequency.exponentialRampToValueAtTime(to, at + long);
  source.connect(fading(audio, at, long, loud)).connect(audio.destination);
  source.start(at);
  source.stop(at + long);
}

function fading(audio: AudioContext, at: number, long: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + long);
  return gain;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return buffer;
}
