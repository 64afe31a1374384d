import { expect, test } from 'vitest';
import { publishedTarget } from '../../expected-post.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
const MONTH_MS = 31 * 86_400_000;
const refusal = {
  status: 400,
  body: { error: { code: 'invalid_post', details: [{ rule: 'x.text.max_weighted_length', limit: 280, actual: 281 }] } },
};

test('an account with X Premium publishes a long text; its plan is read at the connect and again at each renewal', async () => {
  const ana = await server.person('x');
  const subscribe = async (tier: string) => {
    await server.sandbox.control('x', 'tier', { username: ana.username, tier });
    server.clock.advance(MONTH_MS);
    await server.run('renew-credentials');
  };
  expect(await ana.publish({ content: 'a'.repeat(281) })).toMatchObject(refusal);

  await subscribe('Premium');
  const target = await ana.target({ content: 'b'.repeat(10_000) });
  const [post] = await ana.posts();
  expect(target).toEqual(publishedTarget(ana.account, post));
  expect(post?.text).toBe('b'.repeat(10_000));

  // A plan that cannot be read stays.
  await server.sandbox.fail({ network: 'x', path: '^/2/users/me$', action: 'status', status: 503, times: 100 });
  await subscribe('None');
  expect((await ana.publish({ content: 'c'.repeat(281) })).status).toBe(201);
  await server.sandbox.removeFaults();

  await subscribe('None');
  expect(await ana.publish({ content: 'a'.repeat(281) })).toMatchObject(refusal);
});
