import pg from 'pg';

/** 22 data exception, 54 program limit (PostgreSQL 18, appendix A, checked 2026-11). */
const CONTENT = /^(?:22|54)/;

/**
 * Whether PostgreSQL refused the values of a statement, so that a retry cannot succeed.
 * `storableAdapter` makes values of networks storable; this is the second line of defence.
 */
export function isRefusedContent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && CONTENT.test(error.code ?? '');
}

/** Stores an outcome; without the network's values if PostgreSQL refuses them. */
export async function orWithout<T>(write: Promise<T>, plain: () => Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isRefusedContent(error)) throw error;
    return plain();
  }
}
