// What the page says in the menus of a table: undo, offers, links; a part of text.ts.

export const MENU = {
  "menu.undo": "Undo",
  "menu.ask-undo": "Ask to undo",

  "undo.free": "Take your last answer back",
  "undo.ask": "The other side must agree",
  "undo.none": "Nothing to take back",

  "menu.draw": "Offer draw",
  "menu.concede": "Concede",
  "menu.concede-sure": "Give this game up?",
  "menu.play-on": "Play on",
  "menu.share": "Links",
  "menu.game": "Game",
  "menu.fair": "Check the dice",
  "menu.forget": "Remove this game",
  "menu.forget-sure": "Remove this game for good?",
  "menu.forget-about":
    "Nobody can open it again. Where another person has a seat in it, it stays theirs, and what you said is removed.",

  "share.relink": "Make new links",
  "share.relink-about": "A link to your seat fell into the wrong hands? New links make the old ones worthless, and the seat is this browser’s alone.",

  "offer.draw": "{name} offers a draw.",
  "offer.undo": "{name} asks to take an answer back.",
  "offer.rematch": "{name} offers a rematch.",
  "offer.accept": "Accept",
  "offer.decline": "Decline",
  "offer.waiting": "Your offer stands.",

  "share.title": "Links to this game",
  "share.invite": "Invite: a seat for {player}",
  "share.watch": "Watch only",
  "share.seat": "Your own seat ({player}), for another device. Keep it to yourself.",
  "share.moment": "This moment (position {step}), to look at",
  "share.code": "QR",
  "share.code-of": "{label}, as a code for a telephone",
  "share.copy": "Copy",
  "share.send": "Send …",
  "share.copied": "Copied.",
  "share.selected": "Selected: copy it with your keyboard.",
} as const;
