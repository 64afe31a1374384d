import type { ListPostsResponse } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { fromPublicId } from '../../../src/process/ids.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();

test('GET /posts answers far pages with the posts that stand there', async () => {
  const { apiKey } = await server.createProject();
  await server.db.query({
    text: `insert into posts (project_id, id, content, media, created_at)
           select p.id, gen_random_uuid(), '', '[]', timestamptz '2026-03-01' + make_interval(secs => n)
           from projects p, generate_series(1, 6000) n`,
  });
  const { rows } = await server.db.query<{ id: string }>({
    text: 'select id from posts order by created_at desc, id desc',
  });
  const ids = rows.map(({ id }) => id);
  const pageAt = async (offset: number) => {
    const response = await fetch(`${server.baseUrl}/api/v1/posts?limit=2&offset=${offset}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const { posts, hasMore } = (await response.json()) as ListPostsResponse;
    return { ids: posts.map(({ id }) => fromPublicId('post', id)), hasMore };
  };
  for (const offset of [5_500, 5_600, ids.length - 1])
    expect(await pageAt(offset)).toEqual({
      ids: ids.slice(offset, offset + 2),
      hasMore: offset + 2 < ids.length,
    });
});
