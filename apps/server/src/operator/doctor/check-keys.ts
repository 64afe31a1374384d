import { readCanary, rewrapCanary } from '../../accounts/credentials/check-canary.ts';
import type { Database } from '../../db/database.ts';
import type { KeyRing, Wrapping } from '../../process/key-ring.ts';
import { type StoredKeys, storedKeys } from '../stored-keys.ts';
import { type Finding, ok, problem } from './finding.ts';

const BATCH = 500;
/** No key has an empty id, so every row is wrapped with another. */
const ANY_KEY = '';

type Deps = { readonly db: Database; readonly keyRing: KeyRing };

type Tally = { opened: number; readonly closed: Map<string, number> };

/** Opens every stored key with ENCRYPTION_KEYS and stores nothing. */
export async function checkKeys({ db, keyRing }: Deps): Promise<Finding> {
  const canary = await readCanary(db);
  const { credentials, secrets, mails } = storedKeys({ db, keyRing });
  const tallies = {
    credentials: await tally(credentials),
    'webhook secrets': await tally(secrets),
    'unsent mails': await tally(mails),
  };
  const closed = Object.entries(tallies).flatMap(([what, { closed }]) =>
    [...closed].map(([keyId, count]) => `${count} ${what} of key "${keyId}"`),
  );
  if (canary && !opens(() => rewrapCanary(keyRing, canary)))
    closed.unshift(`the database's test value of key "${canary.keyId}"`);
  if (closed.length > 0)
    return problem(
      'keys',
      `ENCRYPTION_KEYS does not open: ${closed.join(', ')}.`,
      'Put the missing key back into ENCRYPTION_KEYS. If only single rows do not open, connect these accounts again and delete these webhooks; "fanfare keys rewrap" names them.',
    );
  const opened = Object.entries(tallies).map(([what, { opened }]) => `${opened} ${what}`);
  return ok('keys', `ENCRYPTION_KEYS opens everything stored: ${opened.join(', ')}.`);
}

async function tally<Row extends Wrapping>({ list, rewrap }: StoredKeys<Row>): Promise<Tally> {
  const result: Tally = { opened: 0, closed: new Map() };
  for (let after: Row | null = null; ; ) {
    const batch: readonly Row[] = await list(ANY_KEY, after, BATCH);
    for (const row of batch) {
      if (opens(() => rewrap(row))) result.opened++;
      else result.closed.set(row.keyId, (result.closed.get(row.keyId) ?? 0) + 1);
    }
    if (batch.length < BATCH) return result;
    after = batch.at(-1)!;
  }
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
