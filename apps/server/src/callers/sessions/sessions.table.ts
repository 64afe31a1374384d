import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';

/** Days of a session after the sign-in, and without use. */
export const SESSION_DAYS = 30;
const IDLE_DAYS = 14;
const LIVE = `expires_at > now() and last_seen_at > now() - interval '${IDLE_DAYS} days'`;

export type SessionRow = {
  readonly id: string;
  readonly userId: string;
  /** User agent as the browser sent it. */
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
};

export type SessionUser = {
  readonly id: string;
  readonly email: string;
  /** Whether the address is proven. */
  readonly isProven: boolean;
};

const sessions = (db: Database) => knex('sessions as s').connection(db);

const ROW = ['s.id', 's.userId', 's.userAgent', 's.createdAt', 's.lastSeenAt', 's.expiresAt'];

export async function insertSession(
  db: Database,
  session: { id: string; userId: string; secretSha256: Buffer; userAgent: string },
): Promise<void> {
  const expiresAt = knex.raw(`now() + make_interval(days => ${SESSION_DAYS})`);
  await knex('sessions')
    .connection(db)
    .insert({ ...session, expiresAt });
}

/** Finds the live session of a secret, uncached, so that an ended one is refused at once. */
export async function findSession(
  db: Database,
  secretSha256: Buffer,
): Promise<{ readonly session: SessionRow; readonly user: SessionUser } | null> {
  const found = await sessions(db)
    .join('users as u', 'u.id', 's.userId')
    .where({ secretSha256 })
    .whereRaw(LIVE)
    .first<(SessionRow & { email: string; provenAt: Date | null }) | undefined>(...ROW, 'u.email', 'u.provenAt');
  if (!found) return null;
  const { email, provenAt, ...session } = found;
  return { session, user: { id: session.userId, email, isProven: provenAt !== null } };
}

/** Records the use of a session, at most once a minute. */
export async function touchSession(db: Database, id: string): Promise<void> {
  const untouched = sessions(db).where({ id }).whereRaw("last_seen_at < now() - interval '1 minute'");
  await untouched.update({ lastSeenAt: knex.fn.now() });
}

/** Lists the live sessions of a user, the last used first. */
export async function listSessions(db: Database, userId: string): Promise<SessionRow[]> {
  return sessions(db).where({ userId }).whereRaw(LIVE).orderByRaw('last_seen_at desc, id desc').select(ROW);
}

/** Returns false when the user has no such session. */
export async function endSession(db: Database, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  return (await sessions(db).where({ userId, id }).delete()) === 1;
}

export async function endSessionOf(db: Database, secretSha256: Buffer): Promise<void> {
  await sessions(db).where({ secretSha256 }).delete();
}

export async function endSessionsOfUser(db: Database, userId: string): Promise<void> {
  await sessions(db).where({ userId }).delete();
}

/** Ends all sessions of a user but one. Returns how many. */
export async function endOtherSessions(
  db: Database,
  { userId, exceptId }: { userId: string; exceptId: string },
): Promise<number> {
  return sessions(db).where({ userId }).whereNot({ id: exceptId }).delete();
}

/** Deletes expired sessions. Returns how many. */
export async function purgeSessions(db: Database): Promise<number> {
  return sessions(db).whereRaw(`not (${LIVE})`).delete();
}
