/**
 * SQL: the id of the statement's transaction, as the last column of a statement whose commit must
 * not get lost. The pool takes it out of the rows (`takeCommitId`) and gives it to the commit log.
 */
export const COMMIT_ID = 'pg_current_xact_id()::text as commit_id';

type Numbered = { commit_id?: string };

/** Takes the column out of the rows. Null when the statement has none, or returned no row. */
export function takeCommitId(rows: readonly Numbered[] | undefined): string | null {
  const id = rows?.[0]?.commit_id;
  if (id === undefined) return null;
  for (const row of rows!) delete row.commit_id;
  return id;
}
