import type { Database } from '../../db/database.ts';

type OpenRemoval = {
  readonly id: string;
  readonly code_sha256: Buffer;
  readonly platform: string;
  readonly source: string;
  readonly platform_user_id: string;
  readonly connected_until: Date;
  readonly requested_at: Date;
};

/** Removals that wait for the end of the move: the new cell may have completed them before. */
export async function listWaitingRemovals(db: Database): Promise<readonly OpenRemoval[]> {
  const { rows } = await db.query<OpenRemoval>({
    text: `select id, code_sha256, platform, source, platform_user_id, connected_until, requested_at
           from removal_requests where completed_at is null`,
  });
  return rows;
}

/** Opens removals in the new cell, again where it has completed them without these accounts. */
export async function openRemovals(db: Database, removals: readonly OpenRemoval[]): Promise<void> {
  for (const { id, ...removal } of removals)
    await db.query({
      text: `insert into removal_requests (id, code_sha256, platform, source, platform_user_id, connected_until, requested_at)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (code_sha256) do update set completed_at = null, taken_until = null, platform_user_id = excluded.platform_user_id`,
      values: [id, ...Object.values(removal)],
    });
}
