import type { KeyRing, Wrapping } from '../process/key-ring.ts';
import type { StoredKeys } from './stored-keys.ts';

const BATCH = 500;

type Rewrapped<Row> = {
  readonly rewrapped: number;
  /** Rows whose key did not unwrap: the encryption key is missing, or the row is damaged. */
  readonly failed: readonly Row[];
  readonly inUse: ReadonlyMap<string, number>;
};

/**
 * Wraps the keys of all rows with the first encryption key, so that the others can be removed. Safe
 * while servers run, and repeatable: updates single rows that have not changed since the read.
 * `progress` gets the numbers of rows done and left after each batch.
 */
export async function rewrapRows<Row extends Wrapping>(
  { primaryId }: Pick<KeyRing, 'primaryId'>,
  stored: StoredKeys<Row>,
  progress?: (done: number, left: number) => void,
): Promise<Rewrapped<Row>> {
  const failed = new Map<string, Row>();
  let rewrapped = 0;
  // A server may store rows with an old key before the current position; another pass finds them.
  for (let found = true; found; ) {
    found = false;
    for (let after: Row | null = null; ; ) {
      const batch: readonly Row[] = await stored.list(primaryId, after, BATCH);
      if (batch.length === 0) break;
      for (const row of batch) {
        const name = stored.nameOf(row);
        if (failed.has(name)) continue;
        const wrapping = tryRewrap(stored, row);
        if (!wrapping) failed.set(name, row);
        else if (await stored.replace(row, wrapping)) {
          rewrapped++;
          found = true;
        }
      }
      after = batch.at(-1)!;
      if (!progress) continue;
      const old = [...(await stored.countByKey())].filter(([keyId]) => keyId !== primaryId);
      progress(rewrapped, old.reduce((sum, [, count]) => sum + count, 0) - failed.size);
    }
  }
  return { rewrapped, failed: [...failed.values()], inUse: await stored.countByKey() };
}

function tryRewrap<Row>({ rewrap }: StoredKeys<Row>, row: Row): Wrapping | null {
  try {
    return rewrap(row);
  } catch {
    return null;
  }
}
