import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LIMITS } from '@fanfare/contract';
import { afterAll, expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import type { Project } from '../harness.ts';
import { useServer } from '../use-server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-limits-'));
afterAll(() => rm(folder, { recursive: true }));
const server = useServer({ env: { MEDIA_DIR: folder } });

const announce = (project: Project, bytes: number) =>
  project.call('POST', '/api/v1/media', { filename: 'a.mp4', contentType: 'video/mp4', bytes });

test('of files that are announced at once as many are accepted as the plan has room for', async () => {
  const project = await server.createProject('free');
  const replies = await Promise.all(Array.from({ length: 6 }, () => announce(project, 300 * 1024 ** 2)));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403]);
  const refused = replies.find(({ status }) => status === 403)!;
  const message = `The plan "free" keeps 1073741824 bytes of hosted files; ${3 * 300 * 1024 ** 2} are used.`;
  expect(refused.body).toEqual(errorBody(refused, 'storage_exceeded', message));
  expect((await announce(project, 124 * 1024 ** 2)).status).toBe(201);
});

test('a project has a bounded number of uploads that wait for their bytes, and a deleted one makes room', async () => {
  const project = await server.createProject();
  const { value: most } = LIMITS.openUploadsPerProject;
  await server.db.query({
    text: `insert into media (project_id, id, key, filename, content_type, bytes, look_at)
           select p.id, gen_random_uuid(), md5(n::text || p.id), 'a', 'image/png', 1, now() + interval '1 day'
           from (select id from projects order by created_at desc limit 1) p, generate_series(1, ${most}) n`,
  });
  const refused = await announce(project, 1);
  const message = `${most} files of the project wait for their bytes. Finish or delete some of them.`;
  expect([refused.status, refused.body]).toEqual([403, errorBody(refused, 'storage_exceeded', message)]);
  const { body } = await project.call<{ media: { id: string }[] }>('GET', '/api/v1/media?limit=1');
  expect((await project.call('DELETE', `/api/v1/media/${body.media[0]!.id}`)).status).toBe(200);
  expect((await announce(project, 1)).status).toBe(201);
});
