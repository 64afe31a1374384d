import type { ErrorRequestHandler } from 'express';
import { callerOf } from '../../callers/caller.ts';
import { WORKSPACE_MOVES } from '../../callers/moving-workspace.ts';
import { isMoving } from '../../callers/moving-workspaces.table.ts';
import type { Database } from '../../db/database.ts';
import { RequestError } from '../../http/request-error.ts';

/**
 * Answers requests that were let in before a move and failed because of it, such as one whose file
 * took long to convert, like those that came later.
 */
export const answerLate =
  ({ db }: { readonly db: Database }): ErrorRequestHandler =>
  (error, _req, res, next) => {
    const caller = callerOf(res);
    if (!caller || res.headersSent) return next(error);
    isMoving(db, caller.workspaceId).then(
      (isAway) => next(isAway ? new RequestError(WORKSPACE_MOVES) : error),
      () => next(error),
    );
  };
