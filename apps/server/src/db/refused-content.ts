import pg from 'pg';

/** 22 data exception (a U+0000, half a surrogate pair, a number or moment out of range), 54 a limit of PostgreSQL (PostgreSQL 18, appendix A, checked 2026-11). */
const CONTENT = /^(?:22|54)/;

/**
 * Whether PostgreSQL refused a statement for the values in it: asked again, it refuses again. Values of networks are made storable where they enter
 * (`storableAdapter`), so this is the second net: whoever writes an end down leaves them out rather than losing the end.
 */
export function isRefusedContent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONTENT.test(error.code ?? '');
}

/** Writes the end of something; where PostgreSQL refuses what a network said of it, writes it without that. */
export async function orWithout<T>(write: Promise<T>, plain: () => Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isRefusedContent(error)) throw error;
    return plain();
  }
}
