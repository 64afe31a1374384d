import { expect, test } from 'vitest';
import { connectMock, ERAS } from './connect-mock.ts';

const POST = { content: 'A person agrees to this.', accounts: ['x'] };

test.each(ERAS)('%s: a client with forms shows the post, and publishes when the person ticks the box', async (era) => {
  const seen: unknown[] = [];
  const { call, client } = await connectMock({
    ...{ era, confirm: true },
    answer({ params }) {
      seen.push(params.message);
      return { action: 'accept', content: { publish: true } };
    },
  });
  const { data } = await call('publish_post', POST);
  expect(data.post.status).toBe('published');
  expect(seen).toEqual(['Publish now to 1 account.\nwhere: @ada on x\ncontent: A person agrees to this.']);
  // Only tools that publish ask.
  await call('list_accounts');
  const { tools } = await client.listTools();
  const asking = tools.filter(({ inputSchema }) => 'confirmation' in (inputSchema.properties ?? {}));
  expect([seen.length, asking.map(({ name }) => name)]).toEqual([1, ['publish_post', 'schedule_post', 'retry_failed']]);
});

test.each([[{ action: 'decline' as const }], [{ action: 'accept' as const, content: { publish: false } }]])(
  'nothing is published when the person answers %j',
  async (answer) => {
    const { call } = await connectMock({ confirm: true, answer: () => answer });
    const { isError, summary } = await call('publish_post', POST);
    expect([isError, summary]).toEqual([true, 'The person did not agree. Nothing was published.']);
    expect((await call('list_posts')).data.posts).toEqual([]);
  },
);

test('a confirmation fits its call for half an hour, and no other call, key or time', async () => {
  let now = new Date('2026-11-28T12:00:00Z');
  const options = { confirm: true, now: () => now };
  const first = await connectMock(options);
  const { call } = first;
  const { data } = await call('publish_post', POST);
  expect(data).toEqual({
    preview: { what: 'Publish now to 1 account.', where: '@ada on x', content: POST.content },
    confirmation: expect.stringMatching(/^\w+\.[\w-]{43}$/),
  });
  const { confirmation } = data;
  const [at] = confirmation.split('.');
  const stranger = await connectMock({ ...options, like: first, apiKey: 'another' });
  const refused = [
    await call('publish_post', { ...POST, content: 'Something else.', confirmation }),
    await call('schedule_post', { ...POST, publishAt: '2026-12-01T09:00:00Z', confirmation }),
    await call('publish_post', { ...POST, confirmation: `${at}.${'A'.repeat(43)}` }),
    await call('publish_post', { ...POST, confirmation: 'zzzzzzzzz.' }),
    await stranger.call('publish_post', { ...POST, confirmation }),
  ];
  now = new Date('2026-11-28T12:30:00Z');
  refused.push(await call('publish_post', { ...POST, confirmation }));
  expect(refused.map(({ summary }) => summary)).toEqual(
    refused.map(() => expect.stringContaining('The confirmation is too old, or belongs to another call.')),
  );
  expect((await call('list_posts')).data.posts).toEqual([]);
  now = new Date('2026-11-28T12:29:59Z');
  const published = await call('publish_post', { ...POST, confirmation });
  expect(published.data.post.status).toBe('published');
});
