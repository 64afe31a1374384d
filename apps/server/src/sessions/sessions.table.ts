import type { Database } from '../db/database.ts';

/** A session ends 30 days after the sign-in, or when it is not used for 14 days. */
export const SESSION_DAYS = 30;
const IDLE_DAYS = 14;
const LIVE = `s.expires_at > now() and s.last_seen_at > now() - interval '${IDLE_DAYS} days'`;

export type SessionRow = {
  readonly id: string;
  readonly userId: string;
  /** The browser's own words. */
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
};

export type SessionUser = {
  readonly id: string;
  readonly email: string;
  /** Whether somebody has shown that the address is theirs. */
  readonly isProven: boolean;
};

type StoredSession = {
  id: string;
  user_id: string;
  user_agent: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
};

const toSession = (row: StoredSession): SessionRow => ({
  id: row.id,
  userId: row.user_id,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
});

export async function insertSession(
  db: Database,
  session: { id: string; userId: string; secretSha256: Buffer; userAgent: string },
): Promise<void> {
  await db.query({
    text: `insert into sessions (id, user_id, secret_sha256, user_agent, expires_at)
           values ($1, $2, $3, $4, now() + make_interval(days => ${SESSION_DAYS}))`,
    values: [session.id, session.userId, session.secretSha256, session.userAgent],
  });
}

/** The live session of a secret with its user, or null. One indexed read and no cache: an ended session is refused at once. */
export async function findSession(
  db: Database,
  secretSha256: Buffer,
): Promise<{ readonly session: SessionRow; readonly user: SessionUser } | null> {
  const { rows } = await db.query<StoredSession & { email: string; is_proven: boolean }>({
    name: 'find_session',
    text: `select s.id, s.user_id, s.user_agent, s.created_at, s.last_seen_at, s.expires_at, u.email,
             u.proven_at is not null as is_proven
           from sessions s join users u on u.id = s.user_id
           where s.secret_sha256 = $1 and ${LIVE}`,
    values: [secretSha256],
  });
  const [row] = rows;
  return row ? { session: toSession(row), user: { id: row.user_id, email: row.email, isProven: row.is_proven } } : null;
}

/** Records that a session was used, at most once a minute. */
export async function touchSession(db: Database, id: string): Promise<void> {
  await db.query({
    name: 'touch_session',
    text: `update sessions set last_seen_at = now() where id = $1 and last_seen_at < now() - interval '1 minute'`,
    values: [id],
  });
}

/** The live sessions of a user, the one used last first. */
export async function listSessions(db: Database, userId: string): Promise<SessionRow[]> {
  const { rows } = await db.query<StoredSession>({
    text: `select s.id, s.user_id, s.user_agent, s.created_at, s.last_seen_at, s.expires_at
           from sessions s where s.user_id = $1 and ${LIVE} order by s.last_seen_at desc, s.id desc`,
    values: [userId],
  });
  return rows.map(toSession);
}

/** False when the user has no such session. */
export async function endSession(db: Database, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'delete from sessions where user_id = $1 and id = $2',
    values: [userId, id],
  });
  return rowCount === 1;
}

/** Ends the session of a secret, as a browser signs out. */
export async function endSessionOf(db: Database, secretSha256: Buffer): Promise<void> {
  await db.query({ text: 'delete from sessions where secret_sha256 = $1', values: [secretSha256] });
}

/** Ends all sessions of a user. */
export async function endSessionsOfUser(db: Database, userId: string): Promise<void> {
  await db.query({ text: 'delete from sessions where user_id = $1', values: [userId] });
}

/** Ends all sessions of a user but one. Returns how many. */
export async function endOtherSessions(
  db: Database,
  { userId, exceptId }: { userId: string; exceptId: string },
): Promise<number> {
  const { rowCount } = await db.query({
    text: 'delete from sessions where user_id = $1 and id <> $2',
    values: [userId, exceptId],
  });
  return rowCount ?? 0;
}

/** Deletes sessions that have ended by themselves. Returns how many. */
export async function purgeSessions(db: Database): Promise<number> {
  const { rowCount } = await db.query({ text: `delete from sessions s where not (${LIVE})` });
  return rowCount ?? 0;
}
