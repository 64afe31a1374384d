import type { Client } from 'pg';

const FIRST = '20261122T0800_first_schema';

/** The migrations that were squashed into the first one. It makes the same schema. */
export const SQUASHED = [
  '20261120T0000_first',
  '20261120T0100_recovery',
  '20261120T0300_renewals',
  '20261120T1030_removal',
  '20261120T1040_accepted_late',
  '20261120T1041_no_bucket',
  '20261120T1110_reposts',
  '20261120T1150_first_comments',
  '20261122T0425_restore_guard',
  '20261122T0430_target_warnings',
  '20261122T0510_posts_by_publish_at',
  '20261122T0540_link_mode',
];

/**
 * Records the first migration as applied where a database has exactly the squashed ones: it has that schema already. Any other list stays as it is, since
 * its schema is another one. Returns the names of what is applied then.
 */
export async function replaceSquashed(
  client: Client,
  table: string,
  applied: readonly string[],
): Promise<readonly string[]> {
  if (applied.length !== SQUASHED.length || !SQUASHED.every((name) => applied.includes(name))) return applied;
  await client.query({
    text: `with squashed as (delete from ${table} where name <> $1) update ${table} set name = $2 where name = $1`,
    values: [SQUASHED[0], FIRST],
  });
  return [FIRST];
}
