// Sentences as ICU messages: {part}, {part, plural, one {# die} other {# dice}}, {part, select, ...}.
// The part of the format that the engine knows too, so that one catalogue holds the words of both.

export type Parts = Record<string, string | number>;

/** A sentence with its parts; a part that is not given stays as it is written. */
export function filled(sentence: string, parts: Parts, language: string): string {
  return pieces(sentence, 0, parts, language, null)[0];
}

function pieces(text: string, from: number, parts: Parts, language: string, number: number | null): [string, number] {
  let said = "";
  let at = from;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === "}" && from > 0) return [said, at];
    if (sign === "'" && "{}#'".includes(text[at + 1] ?? " ")) {
      const end = text[at + 1] === "'" ? at + 1 : text.indexOf("'", at + 1);
      said += text[at + 1] === "'" ? "'" : text.slice(at + 1, end < 0 ? undefined : end);
      at = (end < 0 ? text.length : end) + 1;
    } else if (sign === "{") {
      const [words, next] = part(text, at + 1, parts, language, number);
      said += words;
      at = next;
    } else {
      said += sign === "#" && number !== null ? String(number) : sign;
      at++;
    }
  }
  return [said, at];
}

/** What stands in braces, from behind the first one. */
function part(text: string, from: number, parts: Parts, language: string, number: number | null): [string, number] {
  const close = text.indexOf("}", from);
  const comma = text.indexOf(",", from);
  if (comma < 0 || close < comma) {
    const name = text.slice(from, close).trim();
    return [name in parts ? String(parts[name]) : `{${name}}`, close + 1];
  }
  const name = text.slice(from, comma).trim();
  const second = text.indexOf(",", comma + 1);
  const plural = text.slice(comma + 1, second).trim() === "plural";
  const value = parts[name] ?? "";
  const count = plural ? Number(value) : number;
  const wanted = plural ? [`=${value}`, new Intl.PluralRules(language).select(Number(value))] : [String(value)];
  const forms = new Map<string, string>();
  let at = second + 1;
  for (;;) {
    while (text[at] === " ") at++;
    const opening = text.indexOf("{", at);
    if (text[at] === "}" || opening < 0) break;
    const word = text.slice(at, opening).trim();
    const [words, end] = pieces(text, opening + 1, parts, language, count);
    forms.set(word, words);
    at = end + 1;
  }
  const found = wanted.find((word) => forms.has(word)) ?? "other";
  return [forms.get(found) ?? "", at + 1];
}
