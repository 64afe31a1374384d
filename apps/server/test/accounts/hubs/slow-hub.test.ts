import { afterEach, expect, test } from 'vitest';
import { publishedTarget } from '../../expected-post.ts';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';
import { hubAccount } from './hub-people.ts';

const SLOW_POSTS = 40;

/** Server whose limit of publishes in progress per project is not reached first. */
const server = useServer({ env: { PUBLISHES_IN_FLIGHT_PER_PROJECT: '100' } });
afterEach(() => server.sandbox.release());

test('40 posts on a hub that does not answer delay no post on another hub, not even of the same project', async () => {
  const project = await server.createProject();
  const slow = [await hubAccount(server, 'wordpress', project), await hubAccount(server, 'wordpress', project)];
  const quick = await hubAccount(server, 'micropub', project);
  await server.sandbox.hold('before', { network: 'hub', role: 'wordpress', times: 1_000 });
  const ends: number[] = [];
  const waiting = Array.from({ length: SLOW_POSTS }, async (_, n) => {
    const target = await slow[n % slow.length]!.target({ content: `Slow ${n}` });
    ends.push(n);
    return target;
  });
  // Each account has so many calls at its hub at once, and the others wait for those.
  await until(async () => {
    const calls = (await server.sandbox.requests('hub')).filter(
      ({ status, role }) => role === 'wordpress' && status === null,
    );
    return calls.length >= slow.length ? true : null;
  });

  for (let n = 0; n < 3; n++) {
    const target = await quick.target({ content: `Quick ${n}` });
    expect(target).toEqual(publishedTarget(quick.account, (await quick.person.posts())[0]));
  }
  expect((await project.call('GET', `/api/v1/accounts/${quick.account.id}/spaces`)).status).toBe(200);
  expect(ends).toEqual([]);

  await server.sandbox.release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(SLOW_POSTS).fill('published'));
  const posts = (await Promise.all(slow.map(({ person }) => person.posts()))).flat();
  expect(posts.map(({ text }) => text).sort()).toEqual(
    Array.from({ length: SLOW_POSTS }, (_, n) => `Slow ${n}`).sort(),
  );
});
