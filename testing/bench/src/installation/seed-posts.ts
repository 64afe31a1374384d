import { fromPublicId } from '../../../../apps/server/src/process/ids.ts';
import { showProgress } from '../report/progress.ts';
import type { Installation } from './installation.ts';
import type { Project } from './projects.ts';

const BATCH = 100_000;

/** Fills the table of a project up to this many published posts, a second apart. */
export async function seedPosts({ db }: Installation, project: Project, upTo: number): Promise<void> {
  const client = await db.connect();
  const account = fromPublicId('acc', project.accountId)!;
  try {
    const { rows } = await client.query<{ count: number; stored: boolean }>(
      `select (select count(*)::int from posts where project_id = $1) as count,
         exists (select from information_schema.columns where table_name = 'posts' and column_name = 'settled_as') as stored`,
      [project.id],
    );
    const { count, stored } = rows[0]!;
    // Checks of foreign keys are triggers; the rows that they look for are written in the same
    // batch.
    await client.query('set session_replication_role = replica');
    for (let from = count + 1; from <= upTo; from += BATCH) {
      const to = Math.min(upTo, from + BATCH - 1);
      showProgress(`writing post ${from.toLocaleString('en-US')} of ${upTo.toLocaleString('en-US')}`);
      await client.query(
        `with post as (
           insert into posts (project_id, id, content, media, created_at${stored ? ', settled_as' : ''})
           select $1, ('00000005-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Post ' || n, '[]', now() - interval '1 second' * n${stored ? ", 'published'" : ''}
           from generate_series($3::bigint, $4::bigint) n
           returning id, created_at
         )
         insert into targets (project_id, id, post_id, account_id, platform, position, run_at, phase, status, done, published_at, settled_at, platform_post_id,
           url${stored ? ', post_created_at' : ''})
         select $1, ('00000006' || substr(id::text, 9))::uuid, id, $2, 'x', 0, created_at, 'settled', 'published', true, created_at, created_at, id::text,
           'https://x.com/bench/status/' || id${stored ? ', created_at' : ''}
         from post`,
        [project.id, account, from, to],
      );
    }
    await client.query('reset session_replication_role');
    await client.query('analyze posts');
    await client.query('analyze targets');
  } finally {
    client.release();
  }
}
