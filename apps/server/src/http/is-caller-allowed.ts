import type { Database } from '../db/database.ts';
import { isSessionAllowed } from '../members/session-access.table.ts';
import { isKeyActive } from '../projects/api-keys.table.ts';
import type { Caller } from './caller.ts';

/** Whether a caller is still allowed: a request that lasts checks it again. */
export const isCallerAllowed = (db: Database, caller: Pick<Caller, 'kind' | 'id' | 'workspaceId'>): Promise<boolean> =>
  caller.kind === 'key' ? isKeyActive(db, caller.id) : isSessionAllowed(db, caller);
