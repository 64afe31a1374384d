import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  at,
  BEN,
  HARBOUR,
  type Linkedin,
  list,
  NORTHWIND,
  OLD_MILL,
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
describe('publishing', () => {
  it('answers a text with an empty 201 that names it only in headers', async () => {
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

  it('is made as a page by a member who may write there', async () => {
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

  const cardOf = async (id: string) => {
    const { text } = await li.call(`${li.www}/feed/update/${id}`);
    return /<a class="link-card".*?<\/a>/s.exec(text)?.[0].replaceAll(/\s*\n\s*/g, '') ?? null;
  };

  it('makes a share of an article, with a thumbnail, and shows its card', async () => {
    const token = await li.connect('ada');
    const article = {
      source: 'https://example.com/a?b=1&c=2',
      title: 'Beans & <b>more</b>',
      description: 'What came in',
      thumbnail: await li.image(token, ADA),
    };
    const answer = await li.post(token, { commentary: 'New', content: { article } });
    expect([answer.status, idOf(answer)]).toEqual([201, expect.stringMatching(/^urn:li:share:/)]);
    const imageUrl = expect.stringMatching(/\/__sandbox\/blobs\//);
    const card = { url: article.source, title: article.title, description: 'What came in', imageUrl };
    expect((await li.posts())[0]).toMatchObject({ text: 'New', media: [], card });
    expect(await cardOf(idOf(answer))).toMatch(
      new RegExp(
        '^<a class="link-card" href="https://example.com/a\\?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">' +
          '<img src="/__sandbox/blobs/[^"]+" alt="" loading="lazy">' +
          '<span class="title">Beans &amp; &lt;b&gt;more&lt;/b&gt;</span>' +
          '<span class="soft note">What came in</span><span class="soft note">example.com</span></a>$',
      ),
    );
  });

  it('shows a card without text and picture where the article has none', async () => {
    const token = await li.connect('ada');
    const article = { source: 'https://example.com/b', title: 'Bare' };
    const answer = await li.post(token, { commentary: 'Bare', content: { article } });
    const card = { url: article.source, title: 'Bare', description: null, imageUrl: null };
    expect((await li.posts())[0]).toMatchObject({ card });
    expect(await cardOf(idOf(answer))).toMatch(
      /<span class="title">Bare<\/span><span class="soft note">example\.com<\/span>/,
    );
  });

  it('shows no card for a link in the text', async () => {
    const token = await li.connect('ada');
    const answer = await li.post(token, { commentary: 'Read https://example.com/a' });
    expect(answer.status).toBe(201);
    expect(at((await li.posts())[0], 'card')).toBeUndefined();
    expect(await cardOf(idOf(answer))).toBeNull();
    const { text } = await li.call(`${li.www}/feed/update/${idOf(answer)}`);
    expect(text).toContain('<a href="https://example.com/a"');
  });

  it('requires the picture of an article like any picture: the author’s own, and ready', async () => {
    const token = await li.connect('ada');
    const card = (thumbnail: string) =>
      li.post(token, { content: { article: { source: 'https://example.com/c', title: 'C', thumbnail } } });
    const notOwned = await card(await li.image(token, HARBOUR));
    expect([notOwned.status, at(notOwned.body, 'message')]).toEqual([
      400,
      expect.stringContaining('All assets must be owned by the author'),
    ]);
    await li.control('processing', { kind: 'image' });
    const early = await card(await li.image(token, ADA));
    expect([early.status, early.body]).toEqual([
      400,
      refusal('MEDIA_ASSET_WAITING_UPLOAD', 'Media asset is waiting upload'),
    ]);
    await li.control('processing', { kind: 'image', ms: 0 });
  });

  it('lets a picture be posted without text', async () => {
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

  it('can omit the id, although the post exists', async () => {
    const token = await li.connect('ada');
    await li.control('post-without-id');
    const { status, headers, text } = await li.post(token, { commentary: 'who am I' });
    expect([status, text]).toEqual([201, '']);
    expect(['x-restli-id', 'x-linkedin-id', 'location'].map((name) => headers.get(name))).toEqual([null, null, null]);
    expect((await li.posts()).map((post) => at(post, 'text'))).toEqual(['who am I']);
    expect(idOf(await li.post(token, { commentary: 'the next one' }))).not.toBe('');
  });

  it('orders posts newest first and never repeats an id', async () => {
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
    ['an unknown page', 'urn:li:organization:1'],
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

  it('stops being a page when the role is removed', async () => {
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
