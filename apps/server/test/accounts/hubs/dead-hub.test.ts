import { afterEach, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';
import { hubAccount } from './hub-people.ts';

const POSTS = 40;

const server = useServer({ env: { PUBLISHES_PER_MINUTE: '100000' } });
afterEach(() => server.sandbox.release());

test('40 posts on a hub that does not answer take less than half of what their project may have in progress', async () => {
  const project = await server.createProject();
  const dead = await hubAccount(server, 'wordpress', project);
  const [quick, x] = [await hubAccount(server, 'micropub', project), await project.connect('x')];
  await server.sandbox.hold('before', { network: 'hub', role: 'wordpress', times: 1_000 });
  const refused: unknown[] = [];
  const waiting = Array.from({ length: POSTS }, async (_, n) => {
    const reply = await dead.publish({ content: `Dead ${n}` });
    if (reply.status === 429) refused.push(reply.body);
    return reply;
  });
  await until(async () => (refused.length === POSTS - 8 ? true : null));

  const published = await project.publish({ content: 'On X', platforms: [{ platform: 'x', accountId: x.id }] });
  expect([published.status, published.body.post?.status]).toEqual([201, 'published']);
  expect((await quick.target({ content: 'On another hub' })).status).toBe('published');

  await server.sandbox.release();
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(8);
  expect(await dead.person.posts()).toHaveLength(8);
  expect((await dead.target({ content: 'Alive again' })).status).toBe('published');
});
