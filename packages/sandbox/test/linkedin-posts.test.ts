import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  at,
  BEN,
  EVERYTHING,
  HARBOUR,
  type Linkedin,
  list,
  NORTHWIND,
  OLD_MILL,
  postBody,
  sample,
  startLinkedin,
} from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const refusal = (code: string, message: string) => ({ status: 400, code, message });
const field = (path: string) => ({
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message: `Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields [${path}]`,
});
const idOf = (answer: { headers: Headers }) => answer.headers.get('x-restli-id') ?? '';
const duplicate = (urn: string) => ({
  errorDetailType: 'com.linkedin.common.error.BadRequest',
  message: `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`,
  errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }] },
  status: 422,
});

describe('publishing', () => {
  it('answers a text with an empty 201 whose headers alone name it', async () => {
    const { status, headers, text } = await li.post(await li.connect('ada', 'w_member_social'), {
      commentary: 'Fresh beans',
    });
    expect([status, text, headers.get('content-length'), headers.get('content-type')]).toEqual([201, '', '0', null]);
    const urn = headers.get('x-restli-id') ?? '';
    expect(urn).toMatch(/^urn:li:share:\d{19}$/);
    expect(headers.get('x-linkedin-id')).toBe(urn);
    expect(headers.get('location')).toBe(`/posts/${encodeURIComponent(urn)}`);
    expect(await li.posts()).toEqual([
      {
        network: 'linkedin',
        id: urn,
        url: `${li.www}/feed/update/${urn}`,
        author: { id: 'k3Vb8RqTzP', username: 'ada', name: 'Ada Park' },
        text: 'Fresh beans',
        media: [],
        aiGenerated: false,
        createdAt: '2026-11-20T12:00:00.000Z',
        comments: [],
        repostedBy: [],
      },
    ]);
  });

  it('is done as a page by who may write there', async () => {
    const answer = await li.post(await li.connect('ada'), { author: HARBOUR });
    expect(answer.status).toBe(201);
    expect((await li.posts())[0]).toMatchObject({
      id: idOf(answer),
      author: { id: '90314427', username: 'harbour-coffee', name: 'Harbour Coffee' },
    });
  });

  it('makes a share of one image', async () => {
    const token = await li.connect('ada');
    const id = await li.image(token, ADA);
    const answer = await li.post(token, { content: { media: { id, altText: 'The harbour' } } });
    expect([answer.status, idOf(answer)]).toEqual([201, expect.stringMatching(/^urn:li:share:/)]);
    const [media] = list((await li.posts())[0], 'media');
    expect(media).toEqual({
      type: 'image',
      url: expect.stringContaining('/__sandbox/blobs/'),
      coverUrl: null,
      altText: 'The harbour',
      thumbOffsetMs: null,
    });
  });

  it('makes a ugcPost of several images, in their order', async () => {
    const token = await li.connect('ada');
    const files = ['harbour.jpg', 'roastery.jpg', 'latte.png'];
    const images = [];
    for (const name of files) images.push({ id: await li.image(token, HARBOUR, sample(name)), altText: name });
    const answer = await li.post(token, { author: HARBOUR, content: { multiImage: { images } } });
    expect([answer.status, idOf(answer)]).toEqual([201, expect.stringMatching(/^urn:li:ugcPost:\d{19}$/)]);
    expect(list((await li.posts())[0], 'media').map((media) => at(media, 'altText'))).toEqual(files);
  });

  it('makes a ugcPost of a video', async () => {
    const token = await li.connect('ada');
    const upload = await li.video(token, ADA, sample('clip.mp4'));
    await li.finalize(token, upload);
    const early = await li.post(token, { content: { media: { id: upload.video } } });
    expect([early.status, early.body]).toEqual([
      400,
      refusal('MEDIA_ASSET_WAITING_UPLOAD', 'Media asset is waiting upload'),
    ]);
    await li.advance(1_000);
    const answer = await li.post(token, { content: { media: { id: upload.video, title: 'A clip' } } });
    expect([answer.status, idOf(answer)]).toEqual([201, expect.stringMatching(/^urn:li:ugcPost:/)]);
    expect(list((await li.posts())[0], 'media')).toEqual([
      { type: 'video', url: expect.any(String), coverUrl: null, altText: null, thumbOffsetMs: null },
    ]);
  });

  it('makes a share of an article, with a thumbnail', async () => {
    const token = await li.connect('ada');
    const article = {
      source: 'https://example.com/a',
      title: 'A',
      description: 'B',
      thumbnail: await li.image(token, ADA),
    };
    const answer = await li.post(token, { content: { article } });
    expect([answer.status, idOf(answer)]).toEqual([201, expect.stringMatching(/^urn:li:share:/)]);
  });

  it('lets a picture stand without words', async () => {
    const token = await li.connect('ada');
    expect(
      (await li.post(token, { commentary: '', content: { media: { id: await li.image(token, ADA) } } })).status,
    ).toBe(201);
    const blank = await li.post(token, { commentary: ' \n' });
    expect([blank.status, blank.body]).toEqual([
      400,
      refusal('INVALID_VALUE_BLANK_FIELD', "commentary can't be blank"),
    ]);
  });

  it('can leave out the id, though the post is there', async () => {
    const token = await li.connect('ada');
    await li.control('post-without-id');
    const { status, headers, text } = await li.post(token, { commentary: 'who am I' });
    expect([status, text]).toEqual([201, '']);
    expect(['x-restli-id', 'x-linkedin-id', 'location'].map((name) => headers.get(name))).toEqual([null, null, null]);
    expect((await li.posts()).map((post) => at(post, 'text'))).toEqual(['who am I']);
    expect(idOf(await li.post(token, { commentary: 'the next one' }))).not.toBe('');
  });

  it('orders posts newest first and never gives an id twice', async () => {
    const token = await li.connect('ada');
    const ids = [];
    for (const commentary of ['one', 'two', 'three']) ids.push(idOf(await li.post(token, { commentary })));
    expect(new Set(ids).size).toBe(3);
    expect((await li.posts()).map((post) => at(post, 'id'))).toEqual(ids.toReversed());
  });
});

describe('the author', () => {
  it.each([
    ['another person', BEN],
    ['an undefined person', 'urn:li:person:undefined'],
    ['a page whose role was taken away', OLD_MILL],
    ['a page there is not', 'urn:li:organization:1'],
  ])('is not %s', async (_what, author) => {
    const { status, body } = await li.post(await li.connect('ada'), { author });
    expect([status, body]).toEqual([403, field('/author')]);
  });

  it('is not a page without the page scope: 400, not 403', async () => {
    const { status, body } = await li.post(await li.connect('ada', 'w_member_social'), { author: HARBOUR });
    expect([status, body]).toEqual([
      400,
      { message: 'Organization permissions must be used when using organization as author', status: 400 },
    ]);
  });

  it('is not oneself without the member scope', async () => {
    const pageOnly = await li.post(await li.connect('ada', 'w_organization_social'), {});
    expect([pageOnly.status, pageOnly.body]).toEqual([403, field('/author')]);
    const { status, body } = await li.post(await li.connect('ada', 'openid'), {});
    expect([status, at(body, 'message')]).toEqual([403, 'Not enough permissions to access: posts.CREATE.20260701']);
  });

  it.each([
    ['CONTENT_ADMINISTRATOR', 201],
    ['CONTENT_ADMIN', 201],
    ['DIRECT_SPONSORED_CONTENT_POSTER', 201],
    ['ANALYST', 403],
    ['CURATOR', 403],
    ['RECRUITING_POSTER', 403],
  ])('may be a page for a %s: %d', async (role, expected) => {
    await li.control('role', { username: 'ben', page: 'northwind-studio', role, state: 'APPROVED' });
    expect((await li.post(await li.connect('ben'), { author: NORTHWIND })).status).toBe(expected);
  });

  it('stops being a page when the role is taken away', async () => {
    const token = await li.connect('ada');
    await li.control('role', { username: 'ada', page: 'northwind-studio', role: 'ADMINISTRATOR', state: 'REVOKED' });
    expect((await li.post(token, { author: NORTHWIND })).status).toBe(403);
  });

  it.each([
    ['ada', refusal('INVALID_URN_ID', 'The URN ID provided is invalid')],
    ['urn:li:person:', refusal('INVALID_URN_ID', 'The URN ID provided is invalid')],
    [
      'urn:li:company:90314427',
      refusal(
        'INVALID_URN_TYPE',
        '/author value urn:li:company:90314427 must be a urn:li:person or urn:li:organization URN',
      ),
    ],
  ])('must be a URN of the right kind, not %s', async (author, expected) => {
    const { status, body } = await li.post(await li.connect('ada'), { author });
    expect([status, body]).toEqual([400, expected]);
  });
});

describe('the body', () => {
  const problem = (path: string, text: string) => ({ message: `ERROR :: ${path} :: ${text}\n`, status: 422 });

  it.each(['author', 'commentary', 'visibility', 'distribution', 'lifecycleState'])('needs %s', async (name) => {
    const { status, body } = await li.post(await li.connect('ada'), { [name]: undefined });
    expect([status, body]).toEqual([
      422,
      problem(`/${name}`, 'field is required but not found and has no default value'),
    ]);
    expect(await li.posts()).toEqual([]);
  });

  it('names everything that is missing, a line each', async () => {
    const { status, body } = await li.rest(await li.connect('ada'), 'POST', '/rest/posts', {
      commentary: 'x',
      distribution: {},
      lifecycleState: 'PUBLISHED',
    });
    const missing = (path: string) => `ERROR :: ${path} :: field is required but not found and has no default value\n`;
    expect([status, body]).toEqual([
      422,
      { message: missing('/author') + missing('/visibility') + missing('/distribution/feedDistribution'), status: 422 },
    ]);
  });

  it.each([
    [
      'a field LinkedIn does not know',
      { is_ai_generated: true },
      '/is_ai_generated',
      'unrecognized field found but not allowed',
    ],
    ['a visibility there is not', { visibility: 'FRIENDS' }, '/visibility', '"FRIENDS" is not an enum symbol'],
    [
      'a feed there is not',
      { distribution: { feedDistribution: 'ALL' } },
      '/distribution/feedDistribution',
      '"ALL" is not an enum symbol',
    ],
    ['a text that is none', { commentary: 5 }, '/commentary', '5 cannot be coerced to String'],
    [
      'a flag that is none',
      { isReshareDisabledByAuthor: 'no' },
      '/isReshareDisabledByAuthor',
      'no cannot be coerced to Boolean',
    ],
    [
      'targets that are no list',
      { distribution: { feedDistribution: 'MAIN_FEED', targetEntities: {} } },
      '/distribution/targetEntities',
      'array type is not backed by a DataList',
    ],
    [
      'a distribution that is none',
      { distribution: 'MAIN_FEED' },
      '/distribution',
      'record type is not backed by a DataMap',
    ],
    ['an empty content', { content: {} }, '/content', 'DataMap should have at least one entry for a union type'],
    [
      'two contents',
      { content: { media: { id: 'a' }, article: { source: 's', title: 't' } } },
      '/content',
      'DataMap should have no more than one entry for a union type',
    ],
    [
      'a content there is not',
      { content: { carousel: {} } },
      '/content',
      '"carousel" is not a member type of union [media, multiImage, article]',
    ],
    ['a content that is none', { content: 'x' }, '/content', 'union type is not backed by a DataMap or null'],
    [
      'an image without id',
      { content: { multiImage: { images: [{ altText: 'x' }] } } },
      '/content/multiImage/images/0/id',
      'field is required but not found and has no default value',
    ],
  ])('refuses %s', async (_what, fields, path, text) => {
    const { status, body } = await li.post(await li.connect('ada'), fields);
    expect([status, body]).toEqual([422, problem(path, text)]);
  });

  it('has sensible defaults', async () => {
    const body = postBody({ distribution: { feedDistribution: 'MAIN_FEED' }, isReshareDisabledByAuthor: undefined });
    expect((await li.rest(await li.connect('ada'), 'POST', '/rest/posts', body)).status).toBe(201);
  });

  it('is published at once, and publicly for pages', async () => {
    const token = await li.connect('ada');
    expect((await li.post(token, { lifecycleState: 'DRAFT' })).body).toEqual(
      refusal('INVALID_VALUE_FOR_FIELD', "lifecycleState can't be set to DRAFT"),
    );
    expect((await li.post(token, { visibility: 'CONNECTIONS' })).status).toBe(201);
    expect((await li.post(token, { author: HARBOUR, visibility: 'CONNECTIONS' })).body).toEqual(
      refusal('INVALID_VALUE_FOR_FIELD', "visibility can't be set to CONNECTIONS"),
    );
  });

  it('counts 3,000 characters of text without its escapes', async () => {
    const token = await li.connect('ada');
    expect((await li.post(token, { commentary: '\\('.repeat(3_000) })).status).toBe(201);
    const { status, body } = await li.post(token, { commentary: `${'\\('.repeat(3_000)}x` });
    expect([status, body]).toEqual([
      400,
      refusal('FIELD_LENGTH_TOO_LONG', "commentary length 3001 can't exceeded maximum 3000 length"),
    ]);
    expect((await li.post(token, { commentary: 'é'.repeat(3_000) })).status).toBe(201);
    // Two UTF-16 units each.
    expect((await li.post(token, { commentary: '🌊'.repeat(1_501) })).status).toBe(400);
  });
});

describe('the media', () => {
  const foreign = {
    message:
      'com.linkedin.publishing.util.common.ResponseException: One or more of the assets is not owned by the author. All assets must be owned by the author',
    status: 400,
  };

  it('must belong to the author, also where one person may write as both', async () => {
    const token = await li.connect('ada');
    const [own, ofPage] = [await li.image(token, ADA), await li.image(token, HARBOUR)];
    const asPage = await li.post(token, { author: HARBOUR, content: { media: { id: own } } });
    expect([asPage.status, asPage.body]).toEqual([400, foreign]);
    const mixed = await li.post(token, { content: { multiImage: { images: [{ id: own }, { id: ofPage }] } } });
    expect([mixed.status, mixed.body]).toEqual([400, foreign]);
  });

  it('must be there, uploaded and of the right kind', async () => {
    const token = await li.connect('ada');
    const post = async (id: string) => (await li.post(token, { content: { media: { id } } })).body;
    expect(await post('urn:li:image:never')).toEqual(refusal('INVALID_IMAGE_ID', 'This Image ID is invalid'));
    expect(await post('urn:li:video:never')).toEqual(refusal('INVALID_VIDEO_ID', 'This Video ID is invalid'));
    expect(await post('urn:li:document:never')).toEqual(
      refusal(
        'INVALID_URN_TYPE',
        '/content/media/id value urn:li:document:never must be a urn:li:image or urn:li:video URN',
      ),
    );
    const started = await li.rest(token, 'POST', '/rest/images?action=initializeUpload', {
      initializeUploadRequest: { owner: ADA },
    });
    expect(await post(String(at(started.body, 'value', 'image')))).toEqual(
      refusal('MEDIA_ASSET_WAITING_UPLOAD', 'Media asset is waiting upload'),
    );
    expect(await li.posts()).toEqual([]);
  });

  it.each([1, 21])('is not %d images in a multiImage', async (count) => {
    const token = await li.connect('ada');
    const id = await li.image(token, ADA);
    const images = Array.from({ length: count }, () => ({ id }));
    const { status, body } = await li.post(token, { content: { multiImage: { images } } });
    expect([status, body]).toEqual([
      400,
      refusal('ILLEGAL_ARGUMENT', `/content/multiImage/images must hold between 2 and 20 images, not ${count}`),
    ]);
  });

  it('may be 20 images, but no video among them', async () => {
    const token = await li.connect('ada');
    const id = await li.image(token, ADA);
    const images = Array.from({ length: 20 }, () => ({ id }));
    expect((await li.post(token, { content: { multiImage: { images } } })).status).toBe(201);
    const withVideo = [{ id }, { id: 'urn:li:video:x' }];
    expect((await li.post(token, { content: { multiImage: { images: withVideo } } })).body).toEqual(
      refusal('INVALID_URN_TYPE', '/content/multiImage/images/1/id value urn:li:video:x must be a urn:li:image URN'),
    );
  });

  it('has texts of limited length', async () => {
    const token = await li.connect('ada');
    const id = await li.image(token, ADA);
    const alt = async (length: number) =>
      (await li.post(token, { content: { media: { id, altText: 'a'.repeat(length) } } })).body;
    expect(await alt(4_087)).toEqual(
      refusal('FIELD_LENGTH_TOO_LONG', "/content/media/altText length 4087 can't exceeded maximum 4086 length"),
    );
    expect(await alt(4_086)).toBeNull();
    const article = async (fields: object) =>
      (await li.post(token, { content: { article: { source: 'https://example.com', title: 't', ...fields } } })).body;
    expect(await article({ title: 't'.repeat(401) })).toEqual(
      refusal('FIELD_LENGTH_TOO_LONG', "/content/article/title length 401 can't exceeded maximum 400 length"),
    );
    expect(await article({ description: 'd'.repeat(4_087) })).toEqual(
      refusal('FIELD_LENGTH_TOO_LONG', "/content/article/description length 4087 can't exceeded maximum 4086 length"),
    );
    expect(await article({ thumbnail: 'urn:li:image:never' })).toEqual(
      refusal('INVALID_IMAGE_ID', 'This Image ID is invalid'),
    );
    expect(await article({ title: 't'.repeat(400), description: 'd'.repeat(4_086) })).toBeNull();
  });
});

describe('duplicates', () => {
  it('are refused with the URN of the first one, for the same author', async () => {
    const token = await li.connect('ada', EVERYTHING);
    const first = idOf(await li.post(token, { commentary: 'again' }));
    const { status, body } = await li.post(token, { commentary: 'again' });
    expect([status, body]).toEqual([422, duplicate(first)]);
    expect((await li.post(token, { commentary: 'again!' })).status).toBe(201);
    expect((await li.post(token, { commentary: 'again', author: HARBOUR })).status).toBe(201);
    expect(await li.posts()).toHaveLength(3);
  });

  it('are told by the bytes of the files, not by their URNs', async () => {
    const token = await li.connect('ada');
    const withImage = async (name: string) =>
      li.post(token, { commentary: 'look', content: { media: { id: await li.image(token, ADA, sample(name)) } } });
    const first = idOf(await withImage('harbour.jpg'));
    expect((await withImage('harbour.jpg')).body).toEqual(duplicate(first));
    expect((await withImage('roastery.jpg')).status).toBe(201);
    expect((await li.post(token, { commentary: 'look' })).status).toBe(201);
  });

  it('are so while the first one is up', async () => {
    const token = await li.connect('ada');
    const first = idOf(await li.post(token, { commentary: 'again' }));
    await li.rest(token, 'DELETE', `/rest/posts/${encodeURIComponent(first)}`);
    expect((await li.post(token, { commentary: 'again' })).status).toBe(201);
  });

  it('can name a post nobody can open', async () => {
    const token = await li.connect('ada');
    await li.control('ghost-duplicate', { times: 2 });
    const ghosts = [];
    for (let tries = 0; tries < 2; tries++) {
      const { status, body } = await li.post(token, { commentary: 'never seen' });
      const urn = /urn:li:share:\d{19}/.exec(String(at(body, 'message')))?.[0] ?? '';
      expect([status, body]).toEqual([422, duplicate(urn)]);
      ghosts.push(urn);
      expect((await li.call(`${li.www}/feed/update/${urn}`)).status).toBe(404);
    }
    expect(new Set(ghosts).size).toBe(2);
    expect((await li.post(token, { commentary: 'never seen' })).status).toBe(201);
  });

  it('tell a cut-off answer from a lost request', async () => {
    const token = await li.connect('ada');
    const fault = (action: string) =>
      li.call(`${li.sandbox.url}/__sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ network: 'linkedin', method: 'POST', path: '^/rest/posts$', action }),
      });
    await fault('drop_before');
    await expect(li.post(token, { commentary: 'lost' })).rejects.toThrow();
    expect((await li.post(token, { commentary: 'lost' })).status).toBe(201);
    await fault('drop_after');
    await expect(li.post(token, { commentary: 'cut off' })).rejects.toThrow();
    expect((await li.post(token, { commentary: 'cut off' })).status).toBe(422);
    expect((await li.posts()).map((post) => at(post, 'text'))).toEqual(['cut off', 'lost']);
  });
});
