/** Where a row stands in a list: its moment in the order of the list, then its id among the rows of that moment. */
export type Place = { readonly at: Date; readonly id: string };

/** A cursor of a list whose rows are ordered by a moment and an id. `letter` marks the list and its order, so that a cursor of another is none of this. */
export const writeCursor = ({ at, id }: Place, letter = ''): string =>
  btoa(`${letter}${at.getTime()}.${id}`).replaceAll('=', '');

/** The place a cursor names; null when it is no cursor of the list. `isId` knows the ids that cursors hold. */
export function readCursor(cursor: string, letter: string, isId: RegExp): Place | null {
  const [, own, ms, id] = /^([a-z]?)(\d{1,15})\.(.+)$/.exec(decodeCursor(cursor)) ?? [];
  return own === letter && id !== undefined && isId.test(id) ? { at: new Date(Number(ms)), id } : null;
}

/** The text of a cursor; empty when it is none. */
export function decodeCursor(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return '';
  }
}
