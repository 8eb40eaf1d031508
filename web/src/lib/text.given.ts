// What the page says where one learns from one's own games; a part of text.ts.

export const GIVEN = {
  "given.link": "From your own games",
  "given.title": "Learn from your own games",
  "given.about": "What your choices cost in games that are over, in points of the chance to win. Each of them can be made once more. What was found is kept in this browser alone.",
  "given.end": "Find better",
  "given.kinds": "What you give away most, in {games, plural, one {# game} other {# games}}",
  "given.kind": "Kind of choice",
  "given.points": "Points",
  "given.times": "Times",
  "given.looked": "Games that were looked over",
  "given.fresh": "Games that were not looked over yet",
  "given.look": "Look it over",
  "given.found": "{count, plural, =0 {Nothing was given away} one {# choice to make once more} other {# choices to make once more}}",
  "given.none-yet": "Play a game to its end, and come back.",
  "given.nothing": "Nothing was given away here that is worth a word.",
  "given.choices": "Choices to make once more",
  "given.every-game": "All your games",
  "given.played": "Played then: “{answer}”, {chance}",
  "given.to-game": "To the game",
  "given.forget": "Forget what was found",
} as const;
