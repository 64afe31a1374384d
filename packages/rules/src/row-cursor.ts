import { withoutCell } from './cell.ts';

/** The position of a row in a list: its moment, then its id within that moment. */
export type RowPosition = { readonly at: Date; readonly id: string };

/** Writes a cursor of a list by moment and id. `letter` names the list and its order. */
export const writeCursor = ({ at, id }: RowPosition, letter = ''): string =>
  btoa(`${letter}${at.getTime()}.${id}`).replaceAll('=', '');

/** Reads the position of a cursor; null for another list's. `isId` checks ids. */
export function readCursor(cursor: string, letter: string, isId: RegExp): RowPosition | null {
  const [, own, ms, id] = /^([a-z]?)(\d{1,15})\.(.+)$/.exec(decodeCursor(cursor)) ?? [];
  return own === letter && id !== undefined && isId.test(id) ? { at: new Date(Number(ms)), id } : null;
}

/** The text of a cursor, without the label of a cell; empty when it is none. */
export function decodeCursor(cursor: string): string {
  try {
    return atob(withoutCell(cursor));
  } catch {
    return '';
  }
}
