import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { INSTRUCTIONS } from '../src/instructions.ts';
import { connectMock, ERAS } from './connect-mock.ts';

const NAMES = [
  'list_accounts',
  'platform_rules',
  'check_post',
  'publish_post',
  'schedule_post',
  'cancel_post',
  'get_post',
  'list_posts',
  'retry_failed',
  'get_metrics',
  'upload_media',
  'save_draft',
  'connect_account',
  'check_setup',
];

test.each(ERAS)('%s: the tools have one order, a schema for each answer, and true hints', async (era) => {
  const { client } = await connectMock({ era });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(NAMES);
  expect(tools.filter(({ outputSchema }) => JSON.stringify(outputSchema?.required) !== '["summary"]')).toEqual([]);
  expect(tools.filter(({ inputSchema }) => inputSchema.additionalProperties !== false)).toEqual([]);
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  expect(hints).toMatchObject({
    list_accounts: { readOnlyHint: true, openWorldHint: false },
    check_post: { readOnlyHint: true, openWorldHint: false },
    publish_post: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    schedule_post: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    retry_failed: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    cancel_post: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    get_metrics: { readOnlyHint: true, openWorldHint: true },
    upload_media: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    save_draft: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    connect_account: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  });
});

test('the list may be cached for an hour, and costs a model at most 4,000 tokens; the instructions 1 kB', async () => {
  const { client } = await connectMock({ files: { find: async (path) => path }, confirm: true });
  const { tools, ...cached } = await client.listTools();
  expect(cached).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
  expect(encode(JSON.stringify(tools)).length).toBeLessThan(4_000);
  expect(client.getInstructions()).toBe(INSTRUCTIONS);
  expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(1_024);
});

test('each tool answers what its schema says, as data and as text', async () => {
  const { call, accounts, client } = await connectMock();
  // The client checks each answer by the schema, once it has the list.
  await client.listTools();
  const made = await call('publish_post', { content: 'Hello.', accounts: ['x'] });
  const later = await call('schedule_post', {
    ...{ content: 'Later.', accounts: [accounts.linkedin.id] },
    publishAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const calls: [string, object][] = [
    ['list_accounts', {}],
    ['platform_rules', { platform: 'linkedin' }],
    ['check_post', { content: 'x'.repeat(281), accounts: ['x'] }],
    ['get_post', { postId: made.data.post.id }],
    ['list_posts', { limit: 1 }],
    ['get_metrics', { postId: made.data.post.id }],
    ['cancel_post', { postId: later.data.post.id }],
    ['retry_failed', { postId: made.data.post.id }],
    ['connect_account', { platform: 'instagram' }],
    ['check_setup', {}],
  ];
  const answers = await Promise.all(calls.map(async ([name, given]) => [name, await call(name, given)] as const));
  expect(Object.fromEntries(answers.map(([name, { isError, summary }]) => [name, [isError, summary]]))).toEqual({
    list_accounts: [false, '4 of 4 accounts can publish.'],
    platform_rules: [false, 'linkedin: 3000 characters (utf16), 10 media items.'],
    check_post: [false, expect.stringMatching(/^Not yet: The text weighs 281 on X.* Nothing was published\.$/)],
    get_post: [false, 'Published on x.'],
    list_posts: [false, '1 post; more with nextCursor.'],
    get_metrics: [false, 'Counts of 1 of 1 targets.'],
    cancel_post: [false, `${later.data.post.id} was cancelled; nothing of it is published.`],
    retry_failed: [false, 'There is nothing to send again. Published on x.'],
    connect_account: [
      false,
      expect.stringMatching(/^Give this link to the person: https?:\/\/\S+\/connect\/\S+ It works once/),
    ],
    check_setup: [false, expect.stringMatching(/^All is well: .* 4 accounts can publish\.$/)],
  });
  for (const [, { text, summary, data }] of answers) expect(text).toBe(`${summary}\n\n${JSON.stringify(data)}`);
});

test('a wrong field, account, option or file is refused by its name', async () => {
  const { call } = await connectMock({ files: { find: async (path) => path } });
  const post = { content: 'Hello.', accounts: ['x'] };
  const refusals = [
    await call('publish_post', { content: 'Hello.', account: ['x'] }),
    await call('publish_post', { ...post, accounts: ['@nobody'] }),
    await call('publish_post', { ...post, accounts: ['@ada'] }),
    await call('publish_post', { ...post, accounts: [] }),
    await call('publish_post', { ...post, options: { linkedin: { link: 'none' } } }),
    await call('publish_post', { ...post, options: { x: { visibilty: 'all' } } }),
    await call('publish_post', { ...post, media: [{ url: 'https://example.com/picture' }] }),
    await call('publish_post', { ...post, media: [{ altText: 'Nothing' }] }),
    await call('platform_rules', { platform: 'myspace' }),
    await call('get_post', { postId: 'post_of_nobody' }),
  ];
  expect(refusals.map(({ isError }) => isError)).toEqual(refusals.map(() => true));
  expect(refusals.map(({ summary }) => summary)).toEqual([
    expect.stringContaining('Unknown: account; known: content, accounts, media'),
    'There is no account "@nobody" in this project. Call list_accounts; connect_account adds one.',
    expect.stringMatching(/^"@ada" fits several accounts: acc_\w+, acc_\w+, acc_\w+, acc_\w+\. Use an id\.$/),
    'accounts is empty: name at least one account.',
    expect.stringMatching(/^options\."linkedin" belongs to no account of this call\. Use one of: acc_\w+, x\.$/),
    expect.stringContaining('visibilty'),
    'media[0]: the name does not say what it is. Give type.',
    'media[0]: give exactly one of url and path.',
    'There is no platform "myspace": instagram, threads, x, linkedin, hub.',
    expect.stringContaining('not_found'),
  ]);
});

test('what is accepted and used otherwise is said in the summary', async () => {
  const { call, mock } = await connectMock();
  mock.networks.x.warnNext('alt_text_refused', { message: 'The alternative text was refused.' });
  const { summary, data, isError } = await call('publish_post', {
    ...{ content: 'Hello.', accounts: ['x'], firstComment: 'More below.' },
    options: { x: { spaceSlug: 'news' } },
  });
  expect([isError, data.post.status, data.warnings.length]).toEqual([false, 'published', 2]);
  for (const { message } of data.warnings) expect(summary).toContain(message);
  expect(summary).toContain('it has no first comments, so yours was not posted');
  expect(summary).toContain('alt_text_refused: The alternative text was refused.');
});

test('a call that is made again answers its post; another key publishes once more', async () => {
  const { call } = await connectMock();
  const post = { content: 'Again.', accounts: ['x', 'threads'] };
  const first = await call('publish_post', post);
  const second = await call('publish_post', { accounts: ['threads', 'x'], content: ' Again.' });
  const other = await call('publish_post', { ...post, idempotencyKey: 'on-purpose' });
  expect([second.data.replayed, second.data.post.id, other.data.replayed]).toEqual([true, first.data.post.id, false]);
  expect(other.data.post.id).not.toBe(first.data.post.id);
  expect(first.summary).toMatch(
    /^Published on x, threads\. Key: auto-\d{4}-\d\d-\d\d-[0-9a-f]{40}\. The same call again today answers this post\.$/,
  );
  expect(second.summary).toContain(`${first.data.post.id} is the post of the first call, and nothing was sent again.`);
  expect(other.summary).toContain('Key: on-purpose. The same call again answers this post.');
});

test('a post that takes long is answered as it is, and get_post has its result', async () => {
  const { call, mock } = await connectMock({ waitMs: 20 });
  mock.networks.x.slowNext(60_000);
  const { isError, summary, data } = await call('publish_post', { content: 'A long video.', accounts: ['x'] });
  expect([isError, data.post.status, data.replayed]).toEqual([false, 'publishing', true]);
  expect(summary).toContain(`Still being published on x: call get_post with ${data.post.id} in ten seconds.`);
});

test('check_setup says what a person has to do, also when the key does not work', async () => {
  const { call, mock, accounts } = await connectMock();
  mock.accounts.expire(accounts.instagram.id);
  const { isError, summary } = await call('check_setup');
  expect([isError, summary]).toEqual([
    true,
    `1 problem: ${accounts.instagram.id} (instagram) is expired: the person connects it again.`,
  ]);
});

test('a draft is kept for a person once a day, with what is missing, and nothing is published', async () => {
  const { call } = await connectMock();
  const draft = { content: 'Stollen from Monday.', accounts: ['instagram'], note: 'Is the date right?' };
  const first = await call('save_draft', draft);
  const second = await call('save_draft', { ...draft, content: ' Stollen from Monday. ' });
  expect([first.isError, second.data.draftId, first.data.check.valid]).toEqual([false, first.data.draftId, false]);
  expect(first.summary).toContain(first.data.composeUrl);
  expect(first.summary).toContain('Instagram has no posts without media');
  expect((await call('save_draft', { content: 'An idea.' })).summary).toContain('platforms:');
  expect((await call('list_posts')).data.posts).toEqual([]);
});
