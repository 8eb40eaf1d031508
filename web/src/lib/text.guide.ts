// What the page says to those who are new here: greetings, hints, the guide; a part of text.ts.

export const GUIDE = {
  "hello.friend": "Send this link to your friend",
  "hello.friend-about": "The game is ready; the first to open the link takes the other seat.",
  "hello.1": "Ringed units and lit squares are what you may do now. Point at them.",
  "hello.2": "Rest on a target to see the exact odds before you attack.",
  "hello.3": "Anything marked § opens its rule, and a target that is not allowed says why.",
  "hello.ok": "Got it",

  "hint.ask": "Hint",
  "hint.about": "What a strong player would do here, and why",
  "hint.thinking": "Weighing your options …",
  "hint.title": "Hint: {what}",
  "hint.take": "Do it",
  "hint.put": "No, thanks",

  "guide.first": "Never played before?",
  "guide.offer": "{name}: about {minutes} minutes, and everything is explained when you need it.",
  "guide.start": "Guided first game",
  "guide.count": "{at} of {of}",
  "guide.next": "Go on",
  "guide.leave": "Leave the guide",
  "guide.won": "How this is won",
  "guide.other": "Another question",
  "guide.other-about": "Read what is asked above the answers. Here is what a strong player would do.",
  "guide.again": "Guide: {title}",
  "guide.label": "The guide",
  "guide.fold": "Put it away",
} as const;
