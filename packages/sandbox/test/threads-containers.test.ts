import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { serveFiles } from './meta-files.ts';
import {
  DAY_MS,
  type Encoding,
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  list,
  type MetaSession,
  missingObject,
  permissionMissing,
  startMeta,
} from './meta-session.ts';
import { textTooLong, tooManyLinks } from './threads-errors.ts';
import { threadsMedia } from './threads-media.ts';

let threads: MetaSession;
let files: Awaited<ReturnType<typeof serveFiles>>;
let token: string;
beforeAll(async () => {
  threads = await startMeta('threads');
  files = await serveFiles(threadsMedia);
});
afterAll(() => Promise.all([threads.close(), files.close()]));
beforeEach(async () => {
  await threads.reset();
  token = await threads.tokenOf('ada');
});

const create = (fields: Fields) => threads.post(token, '/me/threads', fields);
const textPost = (text: string, more: Fields = {}) => create({ media_type: 'TEXT', text, ...more });
const image = (name: string, more: Fields = {}) => create({ media_type: 'IMAGE', image_url: files.url(name), ...more });
const video = (name: string, more: Fields = {}) => create({ media_type: 'VIDEO', video_url: files.url(name), ...more });
const statusOf = async (id: string) => (await threads.get(token, `/${id}`, { fields: 'id,status,error_message' })).body;

const GIF = 'Param gif_attachment must have a gif_id and the provider GIPHY';
const NOT_FOR_GHOSTS = {
  poll_attachment: '{"option_a":"Yes","option_b":"No"}',
  topic_tag: 'a',
  reply_control: 'everyone',
  enable_reply_approvals: 'true',
  quote_post_id: '1810',
  location_id: '1',
  allowlisted_country_codes: 'DE',
  text_attachment: '{"plaintext":"a"}',
};
const POLL = '{"option_a":"Yes","option_b":"No"}';

describe('creating a container', () => {
  it.each<Encoding>(['query', 'form', 'multipart', 'json'])('accepts its parameters as %s', async (encoding) => {
    const parameters = { media_type: 'TEXT', text: 'Grüße & more', access_token: token };
    const answer = await threads.graph('POST', '/me/threads', parameters, encoding);
    expect([answer.status, answer.body]).toEqual([200, { id: expect.stringMatching(/^178\d{14}$/) }]);
  });

  it('knows the person by id, and nobody else', async () => {
    const [own, other] = [await threads.profileId('ada'), await threads.profileId('ben')];
    const parameters = { media_type: 'TEXT', text: 'Hi' };
    expect((await threads.post(token, `/${own}/threads`, parameters)).status).toBe(200);
    expect((await threads.post(token, `/${other}/threads`, parameters)).body).toEqual(missingObject('post', other));
    const rounded = String(Number(own));
    expect((await threads.post(token, `/${rounded}/threads`, parameters)).body).toEqual(missingObject('post', rounded));
  });

  const types = invalidParameter('Param media_type must be one of {TEXT, IMAGE, VIDEO, CAROUSEL}');
  it.each<[string, () => Fields, unknown]>([
    ['no type', () => ({ text: 'Hi' }), types],
    ['an unknown type', () => ({ media_type: 'REELS', text: 'Hi' }), types],
    ['no text', () => ({ media_type: 'TEXT' }), invalidParameter('The parameter text is required')],
    ['empty text', () => ({ media_type: 'TEXT', text: ' ' }), invalidParameter('The parameter text is required')],
    ['no image', () => ({ media_type: 'IMAGE' }), invalidParameter('The parameter image_url is required')],
    ['no video', () => ({ media_type: 'VIDEO' }), invalidParameter('The parameter video_url is required')],
    [
      'text as item',
      () => ({ media_type: 'TEXT', text: 'Hi', is_carousel_item: 'true' }),
      invalidParameter('Param is_carousel_item is only supported for IMAGE and VIDEO'),
    ],
    ...(
      [
        ['that is no JSON', 'Yes or no?', 'Param poll_attachment must be a valid JSON object'],
        ['of one option', { option_a: 'Yes' }, 'Param poll_attachment must have 2 to 4 options'],
        ['without option_b', { option_a: 'Yes', option_c: 'No' }, 'Param poll_attachment must have 2 to 4 options'],
        [
          'of a fifth option',
          { option_a: '1', option_b: '2', option_c: '3', option_d: '4', option_e: '5' },
          'Param poll_attachment has an unknown key option_e',
        ],
        [
          'of an option of 26 characters',
          { option_a: 'Yes', option_b: 'N'.repeat(26) },
          'Each option of poll_attachment must be 1 to 25 characters long',
        ],
        [
          'of an empty option',
          { option_a: 'Yes', option_b: '' },
          'Each option of poll_attachment must be 1 to 25 characters long',
        ],
      ] as const
    ).map(([what, poll, message]): [string, () => Fields, unknown] => [
      `a poll ${what}`,
      () => ({
        media_type: 'TEXT',
        text: 'Hi',
        poll_attachment: typeof poll === 'string' ? poll : JSON.stringify(poll),
      }),
      invalidParameter(message),
    ]),
    [
      'a poll beside media',
      () => ({
        media_type: 'IMAGE',
        image_url: files.url('ok.jpg'),
        poll_attachment: '{"option_a":"Yes","option_b":"No"}',
      }),
      invalidParameter('Param poll_attachment is only supported for TEXT'),
    ],
    [
      'alt text without media',
      () => ({ media_type: 'TEXT', text: 'Hi', alt_text: 'x' }),
      invalidParameter('Param alt_text is not supported for TEXT'),
    ],
    [
      'alt text of 1,001',
      () => ({ media_type: 'IMAGE', image_url: files.url('ok.jpg'), alt_text: 'x'.repeat(1001) }),
      invalidParameter('Param alt_text must be at most 1000 characters long.'),
    ],
    [
      'an unknown reply control',
      () => ({ media_type: 'TEXT', text: 'Hi', reply_control: 'friends' }),
      invalidParameter(
        'Param reply_control must be one of {everyone, accounts_you_follow, mentioned_only, parent_post_author_only, followers_only}',
      ),
    ],
    [
      'a topic with a dot',
      () => ({ media_type: 'TEXT', text: 'Hi', topic_tag: 'a.b' }),
      invalidParameter('Param topic_tag must have 1 to 50 characters and neither . nor &'),
    ],
    ...(
      [
        ['a GIF of another provider', { gif_attachment: '{"gif_id":"a","provider":"TENOR"}' }, GIF],
        ['a GIF without an id', { gif_attachment: '{"provider":"GIPHY"}' }, GIF],
        ['an address as the id of a GIF', { gif_attachment: '{"gif_id":"giphy.com/a","provider":"GIPHY"}' }, GIF],
        ['a spoiler without media', { is_spoiler_media: 'true' }, 'Param is_spoiler_media is not supported for TEXT'],
        [
          'a poll beside a link attachment',
          { poll_attachment: POLL, link_attachment: 'https://a.example' },
          'Param poll_attachment is not supported with link_attachment',
        ],
        [
          'a GIF beside a poll',
          { poll_attachment: POLL, gif_attachment: '{"gif_id":"a","provider":"GIPHY"}' },
          'Param gif_attachment is not supported with poll_attachment',
        ],
        ...Object.entries(NOT_FOR_GHOSTS).map(
          ([name, value]) =>
            [
              `a ghost post with ${name}`,
              { is_ghost_post: 'true', [name]: value },
              `Param ${name} is not supported with is_ghost_post`,
            ] as const,
        ),
      ] as const
    ).map(([what, more, message]): [string, () => Fields, unknown] => [
      what,
      () => ({ media_type: 'TEXT', text: 'Hi', ...more }),
      invalidParameter(message),
    ]),
    ...(
      [
        ['a GIF beside media', { gif_attachment: '{"gif_id":"a","provider":"GIPHY"}' }, 'gif_attachment'],
        ['a ghost post of an image', { is_ghost_post: 'true' }, 'is_ghost_post'],
      ] as const
    ).map(([what, more, name]): [string, () => Fields, unknown] => [
      what,
      () => ({ media_type: 'IMAGE', image_url: files.url('ok.jpg'), ...more }),
      invalidParameter(`Param ${name} is only supported for TEXT`),
    ]),
    [
      'a link attachment beside media',
      () => ({ media_type: 'IMAGE', image_url: files.url('ok.jpg'), link_attachment: 'https://a.example' }),
      invalidParameter('Param link_attachment is only supported for TEXT'),
    ],
    [
      'a link attachment that is no link',
      () => ({ media_type: 'TEXT', text: 'Hi', link_attachment: 'a.example' }),
      graphError({
        message: 'Fatal',
        code: -1,
        error_subcode: 4279047,
        is_transient: false,
        error_user_title: 'Invalid Link Attachment',
        error_user_msg: 'The link attachment is not a valid URL.',
      }),
    ],
  ])('is refused with %s', async (_what, fields, body) => {
    const answer = await create(fields());
    expect([answer.status, answer.body]).toEqual([400, body]);
  });

  it('is refused with more than 500 characters, as HTTP 500', async () => {
    const answer = await textPost('x'.repeat(501));
    expect([answer.status, answer.body]).toEqual([500, textTooLong]);
    expect(await image('ok.jpg', { text: 'x'.repeat(501) })).toMatchObject({ status: 500, body: textTooLong });
  });

  it.each([
    ['500 characters', 'é'.repeat(500), 200],
    ['125 thumbs of four bytes each', '👍'.repeat(125), 200],
    ['126 thumbs', '👍'.repeat(126), 500],
    ['a family of 25 bytes and 475 letters', `👨‍👩‍👧‍👦${'x'.repeat(475)}`, 200],
    ['a family and 476 letters', `👨‍👩‍👧‍👦${'x'.repeat(476)}`, 500],
    ['a flag of eight bytes and 493 letters', `🇨🇭${'x'.repeat(493)}`, 500],
    ['250 letters with combining accents', 'e\u0301'.repeat(250), 200],
    ['251 letters with combining accents', 'e\u0301'.repeat(251), 500],
    ['260 syllables of Thai', 'กำ'.repeat(260), 500],
  ])('counts an emoji by its bytes and other text by code points: %s', async (_what, text, status) => {
    expect((await textPost(text)).status).toBe(status);
  });

  it('is refused with more than five different links', async () => {
    const links = Array.from({ length: 6 }, (_, index) => `https://example.com/${index}`);
    expect(await textPost(links.join(' '))).toMatchObject({ status: 400, body: tooManyLinks });
    const five = links.slice(0, 5).join(', ');
    expect((await textPost(`${five}. And again ${five}!`)).status).toBe(200);
    expect((await textPost(five, { link_attachment: links[0] ?? '' })).status).toBe(200);
    expect((await textPost(five, { link_attachment: links[5] ?? '' })).body).toEqual(tooManyLinks);
  });

  it('is refused as a reply to anything but a published post of one’s own', async () => {
    const container = idOf(await textPost('Hi'));
    const ben = await threads.tokenOf('ben');
    const bens = idOf(
      await threads.post(ben, '/me/threads', { media_type: 'TEXT', text: 'Hi', auto_publish_text: 'true' }),
    );
    for (const reply_to_id of ['18100000000000000', container, bens]) {
      expect(await textPost('Reply', { reply_to_id })).toMatchObject({ status: 400, body: permissionMissing });
    }
    const own = idOf(await textPost('Hi', { auto_publish_text: 'true' }));
    expect((await textPost('Reply', { reply_to_id: own })).status).toBe(200);
  });

  it('ignores an AI label, and remembers that it was sent', async () => {
    expect((await textPost('Hi', { is_ai_generated: 'true' })).status).toBe(200);
    const noted = list(await threads.control('ignored-parameters'), 'parameters');
    expect(noted).toEqual([
      { at: '2026-11-20T12:00:00.000Z', username: 'ada', name: 'is_ai_generated', value: 'true' },
    ]);
    expect(list(await threads.control('ignored-parameters', { username: 'ben' }), 'parameters')).toEqual([]);
  });
});

describe('the state of a container', () => {
  it('is FINISHED at once for text, after 300 ms for pictures, a second for videos', async () => {
    const ids = [idOf(await textPost('Hi')), idOf(await image('ok.jpg')), idOf(await video('ok.mp4'))];
    const states = () => Promise.all(ids.map(async (id) => field(await statusOf(id), 'status')));
    expect(await states()).toEqual(['FINISHED', 'IN_PROGRESS', 'IN_PROGRESS']);
    await threads.advance(300);
    expect(await states()).toEqual(['FINISHED', 'FINISHED', 'IN_PROGRESS']);
    await threads.advance(700);
    expect(await states()).toEqual(['FINISHED', 'FINISHED', 'FINISHED']);
  });

  it('takes the set number of looks, and fails when set', async () => {
    await threads.control('processing', { username: 'ada', looks: 1, outcome: 'error', error: 'UNKNOWN' });
    const id = idOf(await textPost('Hi'));
    expect([await statusOf(id), await statusOf(id)]).toEqual([
      { id, status: 'IN_PROGRESS' },
      { id, status: 'ERROR', error_message: 'UNKNOWN' },
    ]);
  });

  it('is EXPIRED after 24 hours, PUBLISHED after the publish', async () => {
    const [left, used] = [idOf(await textPost('Hi')), idOf(await textPost('Hi'))];
    idOf(await threads.post(token, '/me/threads_publish', { creation_id: used }));
    await threads.advance(DAY_MS);
    expect([await statusOf(left), await statusOf(used)]).toEqual([
      { id: left, status: 'EXPIRED' },
      { id: used, status: 'PUBLISHED' },
    ]);
  });

  it('has another field name than on Instagram', async () => {
    const id = idOf(await textPost('Hi'));
    expect((await threads.get(token, `/${id}`, { fields: 'status_code' })).body).toEqual(
      invalidParameter('Tried accessing nonexisting field (status_code) on node type (ThreadsMediaContainer)'),
    );
  });
});
