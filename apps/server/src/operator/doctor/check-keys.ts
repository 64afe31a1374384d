import { readCanary, rewrapCanary } from '../../accounts/credentials/check-canary.ts';
import type { KeyRing } from '../../accounts/credentials/key-ring.ts';
import { rewrapCredential } from '../../accounts/credentials/sealed-credential.ts';
import { listWrappedWithOthers, type WrappedKey } from '../../accounts/credentials/wrapped-keys.table.ts';
import type { Database } from '../../db/database.ts';
import { rewrapSecret } from '../../events/webhooks/webhook-secret.ts';
import { listSecretsWrappedWithOthers, type WrappedSecret } from '../../events/webhooks/webhook-secrets.table.ts';
import { rewrapMail } from '../../people/mail/sealed-mail.ts';
import { listMailsWrappedWithOthers, type WrappedMail } from '../../people/mail/wrapped-mails.table.ts';
import { type Finding, ok, problem } from './finding.ts';

const BATCH = 500;
/** No key has an empty id, so every row is wrapped with another. */
const ANY_KEY = '';

type Deps = { readonly db: Database; readonly keyRing: KeyRing };

type Tally = { opened: number; readonly closed: Map<string, number> };

/** Opens every stored key with ENCRYPTION_KEYS and stores nothing. */
export async function checkKeys({ db, keyRing }: Deps): Promise<Finding> {
  const canary = await readCanary(db);
  const tallies = {
    credentials: await tally<WrappedKey>(
      (after) => listWrappedWithOthers(db, ANY_KEY, after, BATCH),
      (row) => rewrapCredential({ keyRing }, row),
    ),
    'webhook secrets': await tally<WrappedSecret>(
      (after) => listSecretsWrappedWithOthers(db, ANY_KEY, after, BATCH),
      (row) => rewrapSecret({ keyRing }, row, row),
    ),
    'unsent mails': await tally<WrappedMail>(
      (after) => listMailsWrappedWithOthers(db, ANY_KEY, after?.id ?? null, BATCH),
      (row) => rewrapMail({ keyRing }, row, row),
    ),
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

async function tally<Row extends { readonly keyId: string }>(
  list: (after: Row | null) => Promise<readonly Row[]>,
  openRow: (row: Row) => unknown,
): Promise<Tally> {
  const result: Tally = { opened: 0, closed: new Map() };
  for (let after: Row | null = null; ; ) {
    const batch: readonly Row[] = await list(after);
    for (const row of batch) {
      if (opens(() => openRow(row))) result.opened++;
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
