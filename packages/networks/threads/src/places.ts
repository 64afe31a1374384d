/** A place in a text, in UTF-16 code units. */
export type Place = { readonly start: number; readonly end: number };

/**
 * Finds a part in a text: its places, each after the end of the one before.
 *
 * @example
 * placesOf('no, no', 'no'); // [{ start: 0, end: 2 }, { start: 4, end: 6 }]
 */
export function placesOf(text: string, part: string): readonly Place[] {
  const places: Place[] = [];
  for (let start = text.indexOf(part); start >= 0; start = text.indexOf(part, start + part.length))
    places.push({ start, end: start + part.length });
  return places;
}

/** The same places in their order, those that overlap as one. */
export function mergePlaces(places: readonly Place[]): readonly Place[] {
  const merged: Place[] = [];
  for (const place of places.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (!last || place.start >= last.end) merged.push(place);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, place.end) };
  }
  return merged;
}
