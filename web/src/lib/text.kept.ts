// What the page says of games whose rules have changed since; a part of text.ts.

export const KEPT = {
  "kept.title": "The rules have changed since",
  "kept.why": "Reason: {why}.",
  "kept.about": "This game is kept as it was played. You can look back at it for ever.",
  "kept.moment": "Moment",
  "kept.none": "No board of this game was kept; its log is below.",
  "kept.text": "Save its log",
  "kept.log": "What happened",
  "kept.dice": "rolled {faces}",
  "kept.agree": "Go on under today's rules",
  "kept.agree-about":
    "A new game begins before answer {answer}, where the rules begin to differ, with new dice. Everybody who plays must agree.",
  "kept.agreed": "{names} agreed.",
  "kept.awaited": "{names} must still agree.",
  "kept.on": "To the game that goes on",
} as const;
