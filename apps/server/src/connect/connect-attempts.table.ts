import type { OAuthPlatform } from '@fanfare/contract';
import type { Database } from '../db/database.ts';

/** One connect link: valid for 10 minutes, and consumed by its first callback. */
export type ConnectAttempt = {
  readonly id: string;
  readonly projectId: string;
  readonly platform: OAuthPlatform;
  readonly profileId: string | null;
  readonly redirectUrl: string | null;
  readonly expiresAt: Date;
  readonly consumedAt: Date | null;
  /** Of the browser whose button was pressed last. */
  readonly browserSha256: Buffer | null;
  /** What it connected: the person's account, where there are several. */
  readonly accountId: string | null;
};

type StoredAttempt = {
  id: string;
  project_id: string;
  platform: OAuthPlatform;
  profile_id: string | null;
  redirect_url: string | null;
  expires_at: Date;
  consumed_at: Date | null;
  browser_sha256: Buffer | null;
  account_id: string | null;
};

const toAttempt = (row: StoredAttempt): ConnectAttempt => ({
  id: row.id,
  projectId: row.project_id,
  platform: row.platform,
  profileId: row.profile_id,
  redirectUrl: row.redirect_url,
  expiresAt: row.expires_at,
  consumedAt: row.consumed_at,
  browserSha256: row.browser_sha256,
  accountId: row.account_id,
});

export async function insertConnectAttempt(
  db: Database,
  attempt: {
    id: string;
    projectId: string;
    platform: OAuthPlatform;
    profileId: string | null;
    redirectUrl: string | null;
    pageTokenSha256: Buffer;
    validSeconds: number;
  },
): Promise<void> {
  await db.query({
    text: `insert into connect_attempts (id, project_id, platform, profile_id, redirect_url, page_token_sha256, expires_at)
           values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    values: [
      attempt.id,
      attempt.projectId,
      attempt.platform,
      attempt.profileId,
      attempt.redirectUrl,
      attempt.pageTokenSha256,
      attempt.validSeconds,
    ],
  });
}

/** The attempt of a connect page, if it is still valid. Reading does not consume it. */
export async function findOpenAttempt(db: Database, pageTokenSha256: Buffer): Promise<ConnectAttempt | null> {
  const { rows } = await db.query<StoredAttempt>({
    text: 'select * from connect_attempts where page_token_sha256 = $1 and consumed_at is null and expires_at > now()',
    values: [pageTokenSha256],
  });
  return rows[0] ? toAttempt(rows[0]) : null;
}

/** Binds an attempt to the browser whose button was pressed, with a new state. The last press wins. False when the attempt was consumed or has expired. */
export async function bindAttempt(
  db: Database,
  id: string,
  binding: { stateSha256: Buffer; browserSha256: Buffer },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `update connect_attempts set state_sha256 = $2, browser_sha256 = $3
           where id = $1 and consumed_at is null and expires_at > now()`,
    values: [id, binding.stateSha256, binding.browserSha256],
  });
  return rowCount === 1;
}

/**
 * Consumes an attempt. One conditional UPDATE: of any number of callbacks with the same state exactly one gets the attempt, and only in the browser
 * that pressed the button, on the network it was made for, before it expires.
 */
export async function consumeAttempt(
  db: Database,
  callback: { stateSha256: Buffer; browserSha256: Buffer; platform: OAuthPlatform },
): Promise<ConnectAttempt | null> {
  const { rows } = await db.query<StoredAttempt>({
    text: `update connect_attempts set consumed_at = now()
           where state_sha256 = $1 and browser_sha256 = $2 and platform = $3 and consumed_at is null and expires_at > now()
           returning *`,
    values: [callback.stateSha256, callback.browserSha256, callback.platform],
  });
  return rows[0] ? toAttempt(rows[0]) : null;
}

/** Consumes an attempt whose user does not want to connect. False when it was consumed or has expired. */
export async function cancelAttempt(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'update connect_attempts set consumed_at = now() where id = $1 and consumed_at is null and expires_at > now()',
    values: [id],
  });
  return rowCount === 1;
}

export async function setConnectedAccount(db: Database, id: string, accountId: string): Promise<void> {
  await db.query({
    text: `update connect_attempts c set account_id = $2
           where c.id = $1 and exists (select from accounts a where a.project_id = c.project_id and a.id = $2)`,
    values: [id, accountId],
  });
}

/** The attempt of a link, valid or not. */
export async function findAttemptOfLink(db: Database, pageTokenSha256: Buffer): Promise<ConnectAttempt | null> {
  const { rows } = await db.query<StoredAttempt>({
    text: 'select * from connect_attempts where page_token_sha256 = $1',
    values: [pageTokenSha256],
  });
  return rows[0] ? toAttempt(rows[0]) : null;
}

/** The attempt of a callback in the browser that pressed the button, valid or not. */
export async function findAttemptOfCallback(
  db: Database,
  callback: { stateSha256: Buffer; browserSha256: Buffer; platform: OAuthPlatform },
): Promise<ConnectAttempt | null> {
  const { rows } = await db.query<StoredAttempt>({
    text: 'select * from connect_attempts where state_sha256 = $1 and browser_sha256 = $2 and platform = $3',
    values: [callback.stateSha256, callback.browserSha256, callback.platform],
  });
  return rows[0] ? toAttempt(rows[0]) : null;
}

/** Deletes attempts that expired a day ago, consumed or not. Returns how many. */
export async function purgeConnectAttempts(db: Database): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from connect_attempts where expires_at < now() - interval '1 day'`,
  });
  return rowCount ?? 0;
}
