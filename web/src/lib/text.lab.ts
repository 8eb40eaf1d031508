// What the page says in the laboratory; a part of text.ts.

export const LAB = {
  "home.lab": "The laboratory",
  "home.lab-about": "Which of two squads is stronger? Machines play on until it is clear.",
  "home.lab-do": "Open the laboratory",
  "lab.title": "The laboratory",
  "lab.lead":
    "Two squads play each other again and again: the same dice twice, the squads changing sides. The range holds the truth with 95 per cent certainty, however often you look.",
  "lab.level": "Who plays",
  "lab.games": "Games at most",
  "lab.run": "Run",
  "lab.stop": "Stop",
  "lab.off": "This server has no laboratory.",
  "lab.none": "Nothing has been played yet.",
  "lab.waiting": "The first two games are being played …",
  "lab.after": "After {games} games {squad} takes {share} of the points; the truth lies between {low} and {high}.",
  "lab.squad": "Squad",
  "lab.share": "Share",
  "lab.won": "Won",
  "lab.drawn": "Drawn",
  "lab.lost": "Lost",
  "lab.chart": "Share of {squad} and its range, game by game",
  "lab.first": "the first squad",
  "lab.second": "the second squad",
  "lab.running": "Playing …",
  "lab.decided": "Known: {squad} is stronger.",
  "lab.narrow": "Known: neither is stronger by more than the range says.",
  "lab.most": "All games have been played, and it is still open which is stronger; more games would tell.",
  "lab.stopped": "Stopped. It is still open which is stronger.",
  "lab.about":
    "The answer is about these squads in the hands of these machine players. “battlemat lab” asks more: all squads against all, what a unit should cost, what a side is worth.",
} as const;
