// What comes over the wire is always a new value; this finds out what in it is new.

/** `fresh`, but with each part that equals the old one being the old one: it is not drawn again. */
export function settled<T>(old: unknown, fresh: T): T {
  if (old === fresh || !isObject(old) || !isObject(fresh)) return fresh;
  if (Array.isArray(old) !== Array.isArray(fresh)) return fresh;
  const parts: Record<string, unknown> = fresh;
  const names = Object.keys(parts);
  let same = names.length === Object.keys(old).length;
  for (const name of names) {
    parts[name] = settled(old[name], parts[name]);
    same &&= parts[name] === old[name];
  }
  return same ? (old as T) : fresh;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
