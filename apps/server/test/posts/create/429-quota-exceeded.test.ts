import type { Usage } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const LINK = 'Read https://example.com/story';
const usage = async (project: Project) => (await project.call<Usage>('GET', '/api/v1/usage')).body;

test('while a post is being published its units are reserved, and no other post can use them', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('x', { project });
  await server.sandbox.hold('before', { network: 'x', path: '^/2/tweets$' });
  const publishing = ana.publish({ content: LINK });
  await expect.poll(() => usage(project), { interval: 10 }).toMatchObject({ used: 0, reserved: 65, remaining: 35 });
  const reply = await ana.publish({ content: `${LINK}/2` });
  expect([reply.status, reply.body]).toMatchObject([429, { error: { details: [{ used: 0, reserved: 65 }] } }]);
  await server.sandbox.release();
  expect((await publishing).status).toBe(201);
  expect(await usage(project)).toMatchObject({ used: 65, reserved: 0 });
});

test('concurrent posts never use more than the plan allows', async () => {
  const project = await server.createProject('free');
  const ana = await server.person('x', { project });
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => ana.publish({ content: `${LINK}/${i}` })));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(11).fill(429)]);
  expect(await ana.posts()).toHaveLength(1);
  expect(await usage(project)).toMatchObject({ used: 65, reserved: 0, remaining: 35 });
});

test.each([
  ['a bare domain', 'See example.com', 65],
  ['an address in brackets', '(http://example.com)', 65],
  ['a file name that is a domain', 'See README.md', 65],
  ['a mail address', 'Write to ana@example.com', 1],
  ['a version', 'Released v1.2.3', 1],
  ['a handle', 'By @example.com', 1],
])('x counts %s like the service', async (_, content, units) => {
  const project = await server.createProject('pro');
  const ana = await server.person('x', { project });
  const before = (await server.sandbox.control('x', 'credits', {})) as { chargedUsd: number };
  await ana.publish({ content });
  const after = (await server.sandbox.control('x', 'credits', {})) as { chargedUsd: number };
  expect([(await usage(project)).used, Math.round((after.chargedUsd - before.chargedUsd) * 1000)]).toEqual([
    units,
    units === 65 ? 200 : 15,
  ]);
});
