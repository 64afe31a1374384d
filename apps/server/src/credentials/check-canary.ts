import { ConfigError } from '../config.ts';
import type { Database } from '../db/database.ts';
import { type KeyRing, open, seal } from './key-ring.ts';

const CONTEXT = 'fanfare:v1|canary';
const TEXT = 'fanfare';

type Deps = { readonly db: Database; readonly keyRing: KeyRing; readonly randomBytes: (bytes: number) => Buffer };

/** Finds a wrong ENCRYPTION_KEYS at start, before anything is sealed with it. Throws with what to do. */
export async function checkCanary(deps: Deps): Promise<void> {
  const key = deps.randomBytes(32);
  const { keyId, wrapped } = deps.keyRing.wrap(key, CONTEXT);
  const fresh = JSON.stringify({
    keyId,
    wrapped: wrapped.toString('base64'),
    sealed: seal(deps, key, Buffer.from(TEXT), CONTEXT).toString('base64'),
  });
  await deps.db.query({
    text: 'insert into instance (id, canary) values (1, $1) on conflict (id) do nothing',
    values: [Buffer.from(fresh)],
  });
  const { rows } = await deps.db.query<{ canary: Buffer }>({ text: 'select canary from instance where id = 1' });
  const stored = JSON.parse(rows[0]!.canary.toString()) as { keyId: string; wrapped: string; sealed: string };
  try {
    const opened = deps.keyRing.unwrap(stored.keyId, Buffer.from(stored.wrapped, 'base64'), CONTEXT);
    if (open(opened, Buffer.from(stored.sealed, 'base64'), CONTEXT).toString() === TEXT) return;
  } catch (cause) {
    throw new ConfigError(
      `ENCRYPTION_KEYS does not fit this database: it was first used with key "${stored.keyId}", which is missing or has another value. Put that key back into the list.`,
      { cause },
    );
  }
}
