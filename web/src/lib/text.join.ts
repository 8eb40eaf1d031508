// What the page says to those who come by a link, and when the net fails; a part of text.ts.

export const JOIN = {
  "join.title": "You are invited to a game",
  "join.by": "{name} invites you to a game",
  "join.game": "Game",
  "join.mission": "Mission and map",
  "join.side": "Your side",
  "join.clock": "Clock",
  "join.no-clock": "none: take your time",
  "join.length": "Length",
  "join.dice": "Dice",
  "join.used": "This invitation has been used",
  "join.used-about":
    "Somebody has taken the seat. You can watch the game, or ask for another invitation: each link seats one person.",
  "join.watch": "Watch the game",
  "join.late": "This invitation has been used: somebody sits there. You are watching; ask for another link, or start a game of your own.",
  "join.bad": "This link opens no seat of this game. You are watching; ask whoever sent it for a new link, whole and uncut.",
  "join.about": "Your opponent sees this name. You can leave it empty.",
  "join.name": "Your name",
  "join.do": "Sit down",

  "net.lost": "The connection is lost. Trying again …",
  "net.back": "The connection is back.",
  "net.unreachable": "The server did not answer. Nothing was changed; try again.",
  "net.again": "Try again",
  "net.broken": "Something went wrong on this page.",
  "net.conflict": "That question was answered already.",

  "gone.title": "No such table",
  "gone.do": "The link may have been cut off, or the game was removed by its players. Ask for the link again, or start a game of your own.",
} as const;
