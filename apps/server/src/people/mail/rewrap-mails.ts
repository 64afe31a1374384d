import type { KeyRing } from '../../accounts/credentials/key-ring.ts';
import type { Wrapping } from '../../accounts/credentials/sealed-credential.ts';
import type { Database } from '../../db/database.ts';
import { rewrapMail } from './sealed-mail.ts';
import {
  countMailsByKey,
  listMailsWrappedWithOthers,
  replaceMailWrapping,
  type WrappedMail,
} from './wrapped-mails.table.ts';

const BATCH = 500;

export type RewrappedMails = {
  readonly rewrapped: number;
  /** Number of unsent mails per encryption key now. */
  readonly inUse: ReadonlyMap<string, number>;
};

type Deps = { readonly db: Database; readonly keyRing: KeyRing };

/** Wraps the keys of all unsent mails with the first encryption key. Safe while servers run. */
export async function rewrapMails(deps: Deps): Promise<RewrappedMails> {
  let rewrapped = 0;
  let after: string | null = null;
  for (;;) {
    const batch = await listMailsWrappedWithOthers(deps.db, deps.keyRing.primaryId, after, BATCH);
    if (batch.length === 0) break;
    for (const row of batch) {
      const wrapping = tryRewrap(deps, row);
      if (wrapping && (await replaceMailWrapping(deps.db, row, wrapping))) rewrapped++;
    }
    after = batch.at(-1)!.id;
  }
  return { rewrapped, inUse: await countMailsByKey(deps.db) };
}

function tryRewrap(deps: Deps, row: WrappedMail): Wrapping | null {
  try {
    return rewrapMail(deps, row, row);
  } catch {
    return null;
  }
}
