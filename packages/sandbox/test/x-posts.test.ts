import { expect, it } from 'vitest';
import { answered, field, forbidden, ids, invalidRequest, notFound, startX } from './x-session.ts';

const { sandbox, call, control, connect, post, published } = await startX();
await control('/x/rate-limits', { on: false });
await control('/x/processing', { ms: 0 });
const { token } = await connect('ada');
const ben = await connect('ben');

const notPermitted = forbidden('You are not permitted to perform this action.');
const idOf = (answer: { body: unknown }) => String(field(field(answer.body).data).id);
const chargedUsd = async () => Number(field((await control('/x/credits', {})).body).chargedUsd);

it('publishes a text and answers 201 with an id that grows', async () => {
  const first = await post(token, { text: 'Release day' });
  const second = await post(token, { text: 'Release day, part two' });
  expect({ status: first.status, body: first.body }).toEqual({
    status: 201,
    body: { data: { id: idOf(first), text: 'Release day', edit_history_tweet_ids: [idOf(first)] } },
  });
  expect(BigInt(idOf(second)) > BigInt(idOf(first))).toBe(true);
  expect((await published())[0]).toEqual({
    network: 'x',
    id: idOf(second),
    url: `${sandbox.url}/x/web/ada/status/${idOf(second)}`,
    author: { id: ids.ada, username: 'ada', name: 'Ada Park' },
    text: 'Release day, part two',
    media: [],
    aiGenerated: false,
    createdAt: expect.any(String),
    comments: [],
    repostedBy: [],
  });
});

it('rewrites links to t.co, escapes HTML, and stores what people read', async () => {
  const words = 'R&D <soon>: see Example.com/a and (https://www.example.org/a/long/path/to/somewhere?q=1)!';
  const made = await post(token, { text: words });
  const { text } = field(field(made.body).data);
  expect(text).toMatch(/^R&amp;D &lt;soon&gt;: see https:\/\/t\.co\/\w{10} and \(https:\/\/t\.co\/\w{10}\)!$/);
  expect((await published())[0]?.text).toBe(words);
  const [first, second] = String(text).match(/https:\/\/t\.co\/\w{10}/g) ?? [];
  const shown = await call('GET', `/2/tweets?ids=${idOf(made)}&tweet.fields=entities`, { token });
  expect(shown.body).toEqual({
    data: [
      {
        id: idOf(made),
        text,
        edit_history_tweet_ids: [idOf(made)],
        entities: {
          urls: [
            { start: 26, end: 49, url: first, expanded_url: 'http://Example.com/a', display_url: 'Example.com/a' },
            {
              start: 55,
              end: 78,
              url: second,
              expanded_url: 'https://www.example.org/a/long/path/to/somewhere?q=1',
              display_url: 'example.org/a/long/path/to…',
            },
          ],
        },
      },
    ],
  });
});

it.each([
  ['an unknown field', { text: 'a', is_ai_generated: true }, /^\$\.is_ai_generated: is not defined in the schema/],
  ['a text that is none', { text: 5 }, /^\$\.text: integer found, string expected$/],
  [
    'a media key in place of an id',
    { media: { media_ids: ['3_1'] } },
    /^\$\.media\.media_ids\[0\]: does not match the regex pattern/,
  ],
  [
    'five files',
    { media: { media_ids: ['1', '2', '3', '4', '5'] } },
    /^\$\.media\.media_ids: there must be a maximum of 4 items/,
  ],
  ['no content', {}, /^The `text` field is required/],
  ['an empty text', { text: ' \n' }, /^The `text` field is required/],
  ['two exclusive things', { text: 'a', card_uri: 'card://1', quote_tweet_id: '1' }, /^You can only provide one of /],
  [
    'a poll of one option',
    { text: 'a', poll: { options: ['Yes'], duration_minutes: 5 } },
    /^\$\.poll\.options: there must be a minimum of 2 items/,
  ],
  [
    'a poll of an empty option',
    { text: 'a', poll: { options: ['Yes', ''], duration_minutes: 5 } },
    /^\$\.poll\.options\[1\]: must be at least 1 characters long$/,
  ],
  [
    'a poll without an end',
    { text: 'a', poll: { options: ['Yes', 'No'] } },
    /^\$\.poll\.duration_minutes: is missing but it is required$/,
  ],
  [
    'a poll beside media',
    { text: 'a', media: { media_ids: ['1'] }, poll: { options: ['Yes', 'No'], duration_minutes: 5 } },
    /^You can only provide one of /,
  ],
  ['two cashtags', { text: '$ABC and $XYZ' }, /cashtag/],
  ['a byte order mark', { text: 'a\ufeffb' }, /invalid characters/],
])('refuses %s with 400', async (_name, body, message) => {
  const answer = await post(token, body);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: 400,
    body: invalidRequest(expect.stringMatching(message), expect.anything()),
  });
});

it('refuses a body that is no JSON', async () => {
  const asForm = await call('POST', '/2/tweets', { token, body: new URLSearchParams({ text: 'a' }) });
  expect(asForm).toEqual(
    answered(400, invalidRequest('Requests with bodies must have content-type of application/json.')),
  );
});

it.each([
  ['280 letters', 'a'.repeat(280), 201],
  ['281 letters', 'a'.repeat(281), 403],
  ['140 Chinese characters', '文'.repeat(140), 201],
  ['141 Chinese characters', '文'.repeat(141), 403],
  ['140 families', '👨‍👩‍👧‍👦'.repeat(140), 201],
  ['257 letters and a link of 60', `${'b'.repeat(256)} https://example.com/${'p'.repeat(40)}`, 201],
  ['258 letters and a short link', `${'c'.repeat(257)} a.co`, 403],
])('counts %s like X', async (_name, text, status) => {
  const answer = await post(token, { text });
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.body).toEqual(notPermitted);
});

it('lets people who pay write up to 25,000', async () => {
  const cleo = await connect('cleo');
  expect((await post(cleo.token, { text: 'd'.repeat(25_000) })).status).toBe(201);
  expect((await post(cleo.token, { text: 'd'.repeat(25_001) })).status).toBe(403);
});

it('cuts the text of a long post, and shows the whole in a field of its own, by both names', async () => {
  const cleo = await connect('cleo');
  const words = `${'e'.repeat(300)} example.com`;
  const made = await post(cleo.token, { text: words });
  const id = idOf(made);
  const text = `${'e'.repeat(279)}…`;
  expect(field(field(made.body).data).text).toBe(text);
  expect((await published())[0]?.text).toBe(words);
  const shown = await call('GET', `/2/tweets/${id}?tweet.fields=note_tweet,entities`, { token: cleo.token });
  expect(shown.body).toEqual({
    data: {
      id,
      text,
      edit_history_tweet_ids: [id],
      note_tweet: {
        text: expect.stringMatching(/^e{300} https:\/\/t\.co\/\w{10}$/),
        entities: { urls: [expect.objectContaining({ start: 301, end: 324, expanded_url: 'http://example.com' })] },
      },
    },
  });
  const newer = await call('GET', `/2/tweets/${id}?post.fields=note_post`, { token: cleo.token });
  expect(field(field(newer.body).data).note_post).toEqual(field(field(shown.body).data).note_tweet);
});

it('refuses the same text again within an hour, from the same person only', async () => {
  const duplicate = forbidden('You are not allowed to create a Tweet with duplicate content.');
  const first = await post(token, { text: 'Say it once' });
  expect(await post(token, { text: 'Say it once' })).toEqual(answered(403, duplicate));
  expect((await post(ben.token, { text: 'Say it once' })).status).toBe(201);
  await call('DELETE', `/2/tweets/${idOf(first)}`, { token });
  expect((await post(token, { text: 'Say it once' })).status).toBe(201);
  await control('/clock', { advanceMs: 3_599_000 });
  expect((await post(token, { text: 'Say it once' })).status).toBe(403);
  await control('/clock', { advanceMs: 1_000 });
  expect((await post(token, { text: 'Say it once' })).status).toBe(201);
  await control('/x/duplicate-window', { ms: 0 });
  expect((await post(token, { text: 'Say it once' })).status).toBe(201);
  await control('/x/duplicate-window', { ms: 3_600_000 });
});

it('charges a post by whether it contains a link', async () => {
  const before = await chargedUsd();
  await post(token, { text: 'no link here, not even node.js' });
  expect((await chargedUsd()) - before).toBeCloseTo(0.015, 6);
  await post(token, { text: 'a bare README.md counts' });
  expect((await chargedUsd()) - before).toBeCloseTo(0.215, 6);
  await post(token, { text: 5 });
  expect((await chargedUsd()) - before).toBeCloseTo(0.215, 6);
});

it('allows replies to oneself and to people who mentioned one, and shows them as comments', async () => {
  const mine = idOf(await post(token, { text: 'Thread, hello @ben' }));
  const reply = (who: string, text: string, to: string) => post(who, { text, reply: { in_reply_to_tweet_id: to } });
  expect((await reply(token, 'and more', mine)).status).toBe(201);
  expect((await reply(ben.token, 'hello Ada', mine)).status).toBe(201);
  const cleo = await connect('cleo');
  expect(await reply(cleo.token, 'me too', mine)).toEqual(
    answered(
      403,
      forbidden(
        'Reply to this conversation is not allowed because you have not been mentioned or otherwise engaged by the author of the post you are replying to.',
      ),
    ),
  );
  expect((await reply(token, 'into nothing', '404')).status).toBe(403);
  const shown = (await published()).find(({ id }) => id === mine);
  expect(shown?.comments).toEqual([
    { id: expect.any(String), author: 'ada', text: 'and more', createdAt: shown?.createdAt },
    { id: expect.any(String), author: 'ben', text: 'hello Ada', createdAt: shown?.createdAt },
  ]);
});

it('publishes a poll, and shows it until when it takes votes', async () => {
  const made = await post(token, { text: 'Shall we?', poll: { options: ['Yes', 'No'], duration_minutes: 60 } });
  const [shown] = await published();
  const endsAt = new Date(Date.parse(String(shown?.createdAt)) + 3_600_000).toISOString();
  expect(shown).toMatchObject({ id: idOf(made), media: [], poll: { options: ['Yes', 'No'], endsAt } });
  const query = `ids=${idOf(made)}&expansions=attachments.poll_ids&poll.fields=duration_minutes,end_datetime,voting_status`;
  const { body } = await call('GET', `/2/tweets?${query}`, { token });
  const id = expect.stringMatching(/^\d+$/);
  expect(body).toEqual({
    data: [
      { id: idOf(made), text: 'Shall we?', edit_history_tweet_ids: [idOf(made)], attachments: { poll_ids: [id] } },
    ],
    includes: {
      polls: [
        {
          id,
          options: [
            { position: 1, label: 'Yes', votes: 0 },
            { position: 2, label: 'No', votes: 0 },
          ],
          duration_minutes: 60,
          end_datetime: endsAt,
          voting_status: 'open',
        },
      ],
    },
  });
});

it('says who can reply', async () => {
  const made = await post(token, { text: 'For some', reply_settings: 'mentionedUsers' });
  const { body } = await call('GET', `/2/tweets?ids=${idOf(made)}&tweet.fields=reply_settings`, { token });
  expect(body).toMatchObject({ data: [{ id: idOf(made), reply_settings: 'mentionedUsers' }] });
  const [shown] = await published();
  expect(shown).toMatchObject({ id: idOf(made), notes: ['Accounts mentioned can reply'] });
  expect(await (await fetch(String(shown?.url))).text()).toContain(
    '<p class="soft note">Accounts mentioned can reply</p>',
  );
});

it('refuses quotes, which need an Enterprise plan', async () => {
  expect(await post(token, { text: 'quote', quote_tweet_id: '1' })).toEqual(answered(403, notPermitted));
});

it('deletes an own post, and no other', async () => {
  const id = idOf(await post(token, { text: 'Soon gone' }));
  const remove = (who: string) => call('DELETE', `/2/tweets/${id}`, { token: who });
  expect(await remove(ben.token)).toEqual(answered(403, forbidden('You are not authorized to delete this Tweet.')));
  expect(await remove(token)).toEqual(answered(200, { data: { deleted: true } }));
  expect(await remove(token)).toEqual(answered(404, { ...notFound('tweet', 'id', id), status: 404 }));
});

it('has a public page for a post, under any name, until it is deleted', async () => {
  const made = await post(token, { text: 'Public <b>page</b>' });
  const page = (path: string) => fetch(`${sandbox.networks.x.web}${path}`);
  const shown = await page(`/somebody/status/${idOf(made)}`);
  expect(shown.status).toBe(200);
  expect(await shown.text()).toContain('Public &lt;b&gt;page&lt;/b&gt;');
  expect((await page(`/i/web/status/${idOf(made)}`)).status).toBe(200);
  await control('/x/delete-post', { id: idOf(made) });
  expect((await page(`/ada/status/${idOf(made)}`)).status).toBe(404);
});

it('refuses writes of a person who is suspended or has not granted them', async () => {
  await control('/x/restrict', { username: 'ben', on: true });
  expect(await post(ben.token, { text: 'still here' })).toEqual(
    answered(403, {
      ...forbidden('Your account is suspended and is not permitted to access this feature.'),
      type: 'https://api.twitter.com/2/problems/user-suspended',
      errors: [{ code: 64, message: 'Your account is suspended and is not permitted to access this feature.' }],
    }),
  );
  await control('/x/restrict', { username: 'ben', on: false });
  expect((await post(ben.token, { text: 'still here' })).status).toBe(201);
  const reader = await connect('ada', ['tweet.read', 'users.read']);
  expect(await post(reader.token, { text: 'a' })).toEqual(answered(403, forbidden('Forbidden')));
});
