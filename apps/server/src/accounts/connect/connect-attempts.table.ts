import type { OAuthPlatform } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import { secondsFromNow } from '../../db/seconds-from-now.ts';

/** One connect link: valid for 10 minutes, and consumed by its first callback. */
export type ConnectAttempt = {
  readonly id: string;
  readonly projectId: string;
  readonly platform: OAuthPlatform;
  readonly profileId: string | null;
  readonly redirectUrl: string | null;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
  /** The browser of the last press of the button. */
  readonly browserSha256: Buffer | null;
  /** The account that it connected: the person's, if there are several. */
  readonly accountId: string | null;
};

/** A return from the network, in the browser that pressed the button. */
type Callback = { readonly stateSha256: Buffer; readonly browserSha256: Buffer; readonly platform: OAuthPlatform };

const attempts = (db: Database) => knex('connectAttempts').connection(db);

const ROW = [
  ...['id', 'projectId', 'platform', 'profileId', 'redirectUrl', 'expiresAt', 'consumedAt', 'browserSha256'],
  'accountId',
];

const openAttempts = (db: Database) => attempts(db).where({ consumedAt: null }).where('expiresAt', '>', knex.fn.now());

export async function insertConnectAttempt(
  db: Database,
  attempt: Pick<ConnectAttempt, 'id' | 'projectId' | 'platform' | 'profileId' | 'redirectUrl'> & {
    readonly pageTokenSha256: Buffer;
    readonly validSeconds: number;
  },
): Promise<void> {
  const { id, projectId, platform, profileId, redirectUrl, pageTokenSha256, validSeconds } = attempt;
  const expiresAt = secondsFromNow(validSeconds);
  await attempts(db).insert({ id, projectId, platform, profileId, redirectUrl, pageTokenSha256, expiresAt });
}

/** The attempt of a connect page, if it is valid. Does not consume it. */
export async function findOpenAttempt(db: Database, pageTokenSha256: Buffer): Promise<ConnectAttempt | null> {
  return (await openAttempts(db).where({ pageTokenSha256 }).first<ConnectAttempt | undefined>(ROW)) ?? null;
}

/** Binds an attempt to a browser, with a new state. The last press wins. False when it is over. */
export async function bindAttempt(
  db: Database,
  id: string,
  { stateSha256, browserSha256 }: Omit<Callback, 'platform'>,
): Promise<boolean> {
  return (await openAttempts(db).where({ id }).update({ stateSha256, browserSha256 })) === 1;
}

/**
 * Consumes an attempt with one conditional UPDATE: exactly one of any callbacks with the same state
 * gets it, only in the browser that pressed the button, on its network, before it expires.
 */
export async function consumeAttempt(
  db: Database,
  { stateSha256, browserSha256, platform }: Callback,
): Promise<ConnectAttempt | null> {
  const [consumed] = await openAttempts(db)
    .where({ stateSha256, browserSha256, platform })
    .update({ consumedAt: knex.fn.now() })
    .returning<ConnectAttempt[]>(ROW);
  return consumed ?? null;
}

/** Consumes an attempt whose user cancels. False when it was consumed or has expired. */
export async function cancelAttempt(db: Database, id: string): Promise<boolean> {
  return (await openAttempts(db).where({ id }).update({ consumedAt: knex.fn.now() })) === 1;
}

export async function setConnectedAccount(db: Database, id: string, accountId: string): Promise<void> {
  const account = knex('accounts as a').where({ 'a.projectId': knex.ref('c.projectId'), 'a.id': accountId });
  await knex('connectAttempts as c').connection(db).where({ id }).whereExists(account).update({ accountId });
}

/** The attempt of a link, valid or not. */
export async function findAttemptOfLink(db: Database, pageTokenSha256: Buffer): Promise<ConnectAttempt | null> {
  return (await attempts(db).where({ pageTokenSha256 }).first<ConnectAttempt | undefined>(ROW)) ?? null;
}

/** The attempt of a callback in the browser of the press, valid or not. */
export async function findAttemptOfCallback(
  db: Database,
  { stateSha256, browserSha256, platform }: Callback,
): Promise<ConnectAttempt | null> {
  return (
    (await attempts(db).where({ stateSha256, browserSha256, platform }).first<ConnectAttempt | undefined>(ROW)) ?? null
  );
}

/** Deletes attempts that expired a day ago. Returns their number. */
export async function purgeConnectAttempts(db: Database): Promise<number> {
  return attempts(db).whereRaw("expires_at < now() - interval '1 day'").delete();
}
