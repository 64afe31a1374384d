import { afterEach, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { useServer } from '../../use-server.ts';
import { addedTo, hubAccount, PUBLIC_CALL, ROLES } from './hub-people.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

const images = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    type: 'image',
    url: server.sandbox.sample(['harbour.jpg', 'roastery.jpg', 'beans.jpg'][n]!),
    altText: `Image ${n + 1}`,
  }));

const NOISE = [
  ['the connection breaks', { action: 'drop_after' }],
  ['a proxy answers 502 in its place', { action: 'status_after', status: 502, body: '<h1>Bad Gateway</h1>' }],
  ['a page comes in its place', { action: 'status_after', status: 200, body: '<p>Hello</p>' }],
  ['an error comes in its place', { action: 'status_after', status: 200, body: { error: 'not_today' } }],
] as const;

test.each(
  ROLES.flatMap((role) => NOISE.flatMap((noise) => [0, 1, 3].map((count) => [role, ...noise, count] as const))),
)('the %s hub published and %s: the post is found', async (role, _, fault, count) => {
  const { person, account, target } = await hubAccount(server, role);
  await server.sandbox.fail({ network: 'hub', role, ...PUBLIC_CALL[role], ...fault });
  const added = await addedTo(server, role, async () => {
    const published = await target({ content: 'Rye bread is back.', mediaItems: images(count) });
    const [post, ...others] = await person.posts();
    expect([published, others]).toEqual([publishedTarget(account, post), []]);
  });
  expect(added).toEqual({ drafts: 0, published: 1, uploads: count });
});

test.each([
  ['the draft', '^/wp-json/wp/v2/posts$'],
  ['an upload', '^/wp-json/wp/v2/media$'],
])('WordPress made %s and the answer was lost: it is found by its slug, and not made again', async (_, path) => {
  const { person, account, target } = await hubAccount(server, 'wordpress');
  await server.sandbox.fail({ network: 'hub', role: 'wordpress', method: 'POST', path, action: 'drop_after' });
  const added = await addedTo(server, 'wordpress', async () => {
    const published = await target({ content: 'Rye bread is back.', mediaItems: images(2) });
    expect(published).toEqual(publishedTarget(account, (await person.posts())[0]));
  });
  expect(added).toEqual({ drafts: 0, published: 1, uploads: 2 });
});

test('WordPress never got the call: the draft is published again, and there is one post', async () => {
  const { person, account, target } = await hubAccount(server, 'wordpress');
  await server.sandbox.fail({ network: 'hub', role: 'wordpress', ...PUBLIC_CALL.wordpress, action: 'drop_before' });
  const published = await target({ content: 'Rye bread is back.' });
  const [post, ...others] = await person.posts();
  expect([published, others]).toEqual([publishedTarget(account, post), []]);
});

test('Micropub never got the call: nothing says so, and it is not sent again', async () => {
  const { person, account, target } = await hubAccount(server, 'micropub');
  await server.sandbox.fail({ network: 'hub', role: 'micropub', ...PUBLIC_CALL.micropub, action: 'drop_before' });
  const failed = await target({ content: 'Rye bread is back.' });
  expect(failed).toEqual(
    failedTarget(account, { code: 'outcome_unknown', networkMessage: /^The connection to .* broke / }),
  );
  expect(await person.posts()).toEqual([]);
});

test.each(ROLES)('of two posts alike on the %s hub, each finds its own when both answers are lost', async (role) => {
  const { person, publish } = await hubAccount(server, role);
  await server.sandbox.fail({ network: 'hub', role, ...PUBLIC_CALL[role], action: 'drop_after', times: 2 });
  const replies = await Promise.all([1, 2].map(() => publish({ content: 'Rye bread is back.' })));

  const ids = replies.map(({ body }) => body.post.targets[0]!.platformPostId);
  expect(ids.sort()).toEqual((await person.posts()).map(({ id }) => id).sort());
});

const REFUSALS = {
  wordpress: { status: 400, body: { code: 'rest_invalid_param', message: 'Invalid.', data: { status: 400 } } },
  micropub: { status: 400, body: { error: 'invalid_request', error_description: 'Invalid.' } },
};

test.each(ROLES)('a post that the %s hub refuses leaves no draft and no uploads', async (role) => {
  const { target, account } = await hubAccount(server, role);
  await server.sandbox.fail({ network: 'hub', role, ...PUBLIC_CALL[role], action: 'status', ...REFUSALS[role] });
  const added = await addedTo(server, role, async () => {
    const failed = await target({ content: 'Rye bread is back.', mediaItems: images(3) });
    expect(failed).toMatchObject({
      status: 'failed',
      accountId: account.id,
      errorDetail: { code: 'content_rejected' },
    });
  });
  expect(added).toEqual({ drafts: 0, published: 0, uploads: 0 });
});
