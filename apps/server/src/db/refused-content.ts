import pg from 'pg';

/** 22 data exception (a U+0000, half a surrogate pair, a number or moment out of range), 54 a limit of PostgreSQL (PostgreSQL 18, appendix A, checked 2026-11). */
const CONTENT = /^(?:22|54)/;

/**
 * Whether PostgreSQL refused a statement because of the values in it, so that a retry cannot succeed. `storableAdapter` makes values of networks storable;
 * this is the second line of defence: an outcome is stored without such a value rather than not at all.
 */
export function isRefusedContent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONTENT.test(error.code ?? '');
}

/** Stores an outcome; if PostgreSQL refuses the network's values in it, stores it without them. */
export async function orWithout<T>(write: Promise<T>, plain: () => Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isRefusedContent(error)) throw error;
    return plain();
  }
}
