/**
 * The label of a cell: one of several independent installations behind one address
 * (docs/adr/0069). It stands in keys, links and cursors, so that a router knows where they belong.
 */
export const CELL_PATTERN = /^[a-z][a-z0-9]{0,11}$/;

/** The text with the label of its cell and a dot in front; the text itself without a cell. */
export const withCell = (cell: string | null, text: string): string => (cell === null ? text : `${cell}.${text}`);

const LABELLED = /^([a-z][a-z0-9]{0,11})\.(.*)$/s;

/** The label in front of a text; null for none. */
export const cellOf = (text: string): string | null => LABELLED.exec(text)?.[1] ?? null;

/** The text without a label in front. Base64url has no dot, so no token is cut. */
export const withoutCell = (text: string): string => LABELLED.exec(text)?.[2] ?? text;
