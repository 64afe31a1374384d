import type { Database } from '../db/database.ts';
import type { Caller } from './caller.ts';
import { findActiveKeys } from './callers.table.ts';
import { findAllowedSessions } from './sessions/session-access.table.ts';

export type LastingCaller = Pick<Caller, 'kind' | 'id' | 'workspaceId' | 'expiresAt'>;

/**
 * Filters callers of long requests: active keys and access tokens, and live sessions of members of
 * the workspace.
 */
export async function findAllowedCallers<Asked extends LastingCaller>(
  { db, now }: { readonly db: Database; readonly now: () => Date },
  asked: readonly Asked[],
): Promise<readonly Asked[]> {
  const callers = asked.filter(({ expiresAt }) => expiresAt === null || expiresAt > now());
  const keys = callers.filter(({ kind }) => kind === 'key').map(({ id }) => id);
  const sessions = callers.filter(({ kind }) => kind === 'session');
  const active = new Set(keys.length === 0 ? [] : await findActiveKeys(db, keys));
  const allowed = new Set((sessions.length === 0 ? [] : await findAllowedSessions(db, sessions)).map(nameOf));
  return callers.filter((caller) => (caller.kind === 'key' ? active.has(caller.id) : allowed.has(nameOf(caller))));
}

/** Key of a session in one workspace: it may have streams of several. */
const nameOf = ({ id, workspaceId }: Pick<LastingCaller, 'id' | 'workspaceId'>): string => `${id} ${workspaceId}`;
