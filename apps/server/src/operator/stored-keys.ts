import { rewrapCredential } from '../accounts/credentials/sealed-credential.ts';
import {
  countByKey,
  listWrappedWithOthers,
  replaceWrapping,
  type WrappedKey,
} from '../accounts/credentials/wrapped-keys.table.ts';
import type { Database } from '../db/database.ts';
import { rewrapSecret } from '../events/webhooks/webhook-secret.ts';
import {
  countSecretsByKey,
  listSecretsWrappedWithOthers,
  replaceSecretWrapping,
  type WrappedSecret,
} from '../events/webhooks/webhook-secrets.table.ts';
import { rewrapMail } from '../people/mail/sealed-mail.ts';
import {
  countMailsByKey,
  listMailsWrappedWithOthers,
  replaceMailWrapping,
  type WrappedMail,
} from '../people/mail/wrapped-mails.table.ts';
import type { KeyRing, Wrapping } from '../process/key-ring.ts';

/** Rows of one kind whose keys are wrapped with encryption keys. */
export type StoredKeys<Row> = {
  nameOf(row: Row): string;
  /** Lists rows after `after` whose key another key than this one wraps. */
  list(keyId: string, after: Row | null, limit: number): Promise<readonly Row[]>;
  /** Wraps the key of a row with the first key. Throws when it does not unwrap. */
  rewrap(row: Row): Wrapping;
  /** Replaces the key that was read. Returns false when it changed meanwhile. */
  replace(row: Row, wrapping: Wrapping): Promise<boolean>;
  countByKey(): Promise<ReadonlyMap<string, number>>;
};

/** All kinds of rows with wrapped keys. */
export function storedKeys({ db, keyRing }: { readonly db: Database; readonly keyRing: KeyRing }) {
  const credentials: StoredKeys<WrappedKey> = {
    nameOf: ({ accountId }) => accountId,
    list: (...of) => listWrappedWithOthers(db, ...of),
    rewrap: (row) => rewrapCredential({ keyRing }, row),
    replace: (...of) => replaceWrapping(db, ...of),
    countByKey: () => countByKey(db),
  };
  const secrets: StoredKeys<WrappedSecret> = {
    nameOf: ({ endpointId, field }) => `${endpointId} ${field}`,
    list: (...of) => listSecretsWrappedWithOthers(db, ...of),
    rewrap: (row) => rewrapSecret({ keyRing }, row, row),
    replace: (...of) => replaceSecretWrapping(db, ...of),
    countByKey: () => countSecretsByKey(db),
  };
  const mails: StoredKeys<WrappedMail> = {
    nameOf: ({ id }) => id,
    list: (keyId, after, limit) => listMailsWrappedWithOthers(db, keyId, after?.id ?? null, limit),
    rewrap: (row) => rewrapMail({ keyRing }, row, row),
    replace: (...of) => replaceMailWrapping(db, ...of),
    countByKey: () => countMailsByKey(db),
  };
  return { credentials, secrets, mails };
}
