/** A parsed `projection`: the fields asked for, each with the fields asked for inside it. */
export type Projection = ReadonlyMap<string, Projection>;

/**
 * Reads `(elements*(role,organizationalTarget~(localizedName)))`; null when brackets do not match.
 * `*` (each of a list) is dropped, `~` (the thing a URN names) is kept in the name (Microsoft
 * Learn, LinkedIn projections and decoration, checked 2026-11).
 */
export function readProjection(text: string): Projection | null {
  const tokens = text.match(/[(),]|[^(),\s]+/g) ?? [];
  let at = 0;

  function fields(): Projection | null {
    if (tokens[at] !== '(') return null;
    at += 1;
    const found = new Map<string, Projection>();
    while (at < tokens.length && tokens[at] !== ')') {
      const name = tokens[at] ?? '';
      if (/^[(),]$/.test(name)) return null;
      at += 1;
      const inner = tokens[at] === '(' ? fields() : new Map();
      if (inner === null) return null;
      found.set(name.replace(/\*$/, ''), inner);
      if (tokens[at] === ',') at += 1;
    }
    if (tokens[at] !== ')') return null;
    at += 1;
    return found;
  }

  const read = fields();
  return at === tokens.length ? read : null;
}
