import type { Request } from 'express';
import type { Database } from '../../db/database.ts';
import { readCookie } from '../../http/secret-cookie.ts';
import { hashToken } from '../../http/token.ts';
import type { Logger } from '../../process/log/log.ts';
import { csrfTokenOf, sessionCookie } from './session-cookie.ts';
import { findSession, type SessionRow, type SessionUser, touchSession } from './sessions.table.ts';

export type SignedIn = {
  readonly user: SessionUser;
  readonly session: SessionRow;
  /** Token that a change by this session carries. */
  readonly csrfToken: string;
};

export type ReadSessionDeps = { readonly db: Database; readonly log: Logger; readonly baseUrl: string };

/** Finds the user signed in in the browser of a request; null for none and for an ended session. */
export async function readSession(deps: ReadSessionDeps, req: Request): Promise<SignedIn | null> {
  const secret = readCookie(req, sessionCookie(deps.baseUrl));
  const found = secret === null ? null : await findSession(deps.db, hashToken(secret));
  if (secret === null || !found) return null;
  touchSession(deps.db, found.session.id).catch((err: unknown) =>
    deps.log.warn({ err }, 'the last use of a session could not be recorded'),
  );
  return { ...found, csrfToken: csrfTokenOf(secret) };
}
