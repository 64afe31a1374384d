import type { Knex } from 'knex';
import { showProgress } from '../report/progress.ts';

const PROJECTS = 100;
const BATCH = 100_000;

/** SQL: an id of the row `n`, in the order of time as those of the server. */
const idOf = (kind: number): string =>
  `(lpad(to_hex(n), 8, '0') || '-000${kind}-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
const PROJECT = `('00000000-0000-7000-9000-' || lpad(to_hex(n % ${PROJECTS}), 12, '0'))::uuid`;
const SUBJECT = `'target:' || ${idOf(2)}`;
const AT = "timestamptz '2026-01-01' + n * interval '1 second'";

/** Writes published posts of many projects with all that is kept of them. */
export async function fillHistory(knex: Knex, posts: number): Promise<void> {
  await knex.raw(`insert into accounts (project_id, id, platform, platform_user_id, username, status, connected_at)
    select ${PROJECT}, '00000000-0000-7000-a000-000000000000', 'x', n::text, 'bench', 'active', now() from generate_series(0, ${PROJECTS - 1}) n`);
  for (let from = 1; from <= posts; from += BATCH) {
    showProgress(`writing post ${from.toLocaleString('en-US')} of ${posts.toLocaleString('en-US')}`);
    const rows = `from generate_series(${from}, ${Math.min(posts, from + BATCH - 1)}) n`;
    // The rows that foreign keys look for are in the same transaction.
    await knex.transaction(async (tx) => {
      await tx.raw('set local session_replication_role = replica');
      await tx.raw(`insert into idempotency_keys (project_id, key, post_id, body_sha256)
        select ${PROJECT}, gen_random_uuid()::text, ${idOf(1)}, sha256(n::text::bytea) ${rows}`);
      await tx.raw(`insert into posts (project_id, id, content, media, created_at, settled_as)
        select ${PROJECT}, ${idOf(1)}, 'The harbour opens at nine and the first boat leaves at half past nine ' || n, '[]', ${AT}, 'published' ${rows}`);
      await tx.raw(`insert into targets (project_id, id, post_id, account_id, platform, position, run_at, phase, status, done, published_at, settled_at, platform_post_id,
          url, post_created_at, lease_token)
        select ${PROJECT}, ${idOf(2)}, ${idOf(1)}, '00000000-0000-7000-a000-000000000000', 'x', 0, ${AT}, 'settled', 'published', true, ${AT}, ${AT}, n::text,
          'https://x.com/bench/status/' || n, ${AT}, 1 ${rows}`);
      await tx.raw(`insert into write_intents (project_id, id, target_id, kind, lease_token, state, remote_id, intended_at, resolved_at)
        select ${PROJECT}, ${idOf(3)}, ${idOf(2)}, 'publish', 1, 'accepted', n::text, ${AT}, ${AT} ${rows}`);
      await tx.raw(`insert into reservations (project_id, subject, kind, period_start, units, state)
        select ${PROJECT}, ${SUBJECT}, 'publish', '2026-01-01', 1, 'billed' ${rows}`);
      await tx.raw(`insert into usage_events (project_id, id, subject, kind, period_start, units, at)
        select ${PROJECT}, ${idOf(4)}, ${SUBJECT}, 'publish', '2026-01-01', 1, ${AT} ${rows}`);
    });
  }
  await knex.raw('vacuum (analyze)');
}
