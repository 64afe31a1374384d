import type { WordPressOptions } from '@fanfare/contract';
import type { HubPost } from '@fanfare/hub';
import {
  API_KEY,
  CAROUSEL,
  CAROUSEL_FILES,
  CAROUSEL_SLUG,
  factsOf,
  jsonOf,
  makeCall,
  type Reply,
  type Script,
  scriptedHub,
} from '@fanfare/hub/testing';
import type { Prepared } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createWordpress } from '../src/index.ts';
import { aPage, aPost, refusal } from './replies.ts';

const { publish } = createWordpress();
const uploaded = (id: number): Reply => ({
  status: 201,
  json: { id, slug: `${CAROUSEL_SLUG}-${id - 3}`, source_url: `https://hub.test/files/${id}.jpg` },
});
const NONE: Reply = { json: [] };
const MADE: Reply = { status: 201, json: aPost('draft', CAROUSEL_SLUG) };

async function prepare(script: Script, input: HubPost = CAROUSEL) {
  const server = await scriptedHub({
    'GET /wp/v2/media': NONE,
    'POST /wp/v2/media': [uploaded(4), uploaded(5)],
    'POST /wp/v2/media/4': { json: { id: 4 } },
    'GET /wp/v2/posts': NONE,
    'POST /wp/v2/posts': MADE,
    ...script,
  });
  const call = makeCall(server, { type: 'wordpress', files: CAROUSEL_FILES });
  const prepared = publish.prepare(call, input);
  prepared.catch(() => {});
  return { server, prepared };
}

describe('preparing a post', () => {
  it('uses the uploads and the draft that a run made whose answers were lost', async () => {
    const { server, prepared } = await prepare({
      'GET /wp/v2/media': [
        { json: [{ id: 4, slug: `${CAROUSEL_SLUG}-1`, source_url: 'https://hub.test/files/4.jpg' }] },
        { json: [{ id: 9, slug: `${CAROUSEL_SLUG}-2`, source_url: 'https://hub.test/files/9.png' }] },
      ],
      'GET /wp/v2/posts': { json: [aPost('draft', CAROUSEL_SLUG, 77)] },
    });
    expect(await prepared).toEqual({ handle: '77', body: null });
    expect(server.lines()).toEqual(['GET /wp/v2/media', 'GET /wp/v2/media', 'POST /wp/v2/media/4', 'GET /wp/v2/posts']);
  });

  it('looks for what a lost answer made before it repeats the call', async () => {
    const { server, prepared } = await prepare(
      { 'POST /wp/v2/posts': 'hang up', 'GET /wp/v2/posts': [NONE, { json: [aPost('draft', CAROUSEL_SLUG, 77)] }] },
      { text: 'Rye is back', images: [] },
    );
    expect((await prepared).handle).toBe('77');
    expect(server.lines()).toEqual(['GET /wp/v2/posts', 'POST /wp/v2/posts', 'GET /wp/v2/posts']);
  });

  it('fails for a space that is not there before anything is uploaded', async () => {
    const server = await scriptedHub({});
    const call = {
      ...makeCall(server, { type: 'wordpress', files: CAROUSEL_FILES }),
      findSpace: () => Promise.reject(new Error('gone')),
    };
    await expect(publish.prepare(call, CAROUSEL)).rejects.toThrow('gone');
    expect(server.lines()).toEqual([]);
  });

  const OPTIONS = {
    title: 'Fresh & warm',
    excerpt: 'Rye, [baked] daily.',
    categories: ['news', 'bread'],
    tags: ['Rye', 'R&D', 'rye'],
    featuredImage: 1,
    status: 'pending' as const,
    slug: 'fresh-bread',
  } satisfies WordPressOptions;
  const slug = 'fresh-warm-d07315b7f6e2';
  const category = (id: number, name: string): Reply => ({ json: [{ id, slug: name, name, link: '' }] });
  const taken = (id: number): Reply => ({
    status: 400,
    json: { code: 'term_exists', message: 'There is one.', data: { status: 400, term_id: id } },
  });

  it('sends its options with the draft, and status and slug with the publish', async () => {
    const { server, prepared } = await prepare(
      {
        'GET /wp/v2/categories': [category(2, 'news'), category(8, 'bread')],
        'POST /wp/v2/media': [4, 5].map((id) => ({
          status: 201,
          json: { id, slug: `${slug}-${id - 3}`, source_url: `https://hub.test/files/${id}.jpg` },
        })),
        'POST /wp/v2/tags': [{ status: 201, json: { id: 31 } }, taken(32), taken(31)],
        'POST /wp/v2/posts': { status: 201, json: aPost('draft', slug) },
      },
      { ...CAROUSEL, options: { wordpress: OPTIONS } },
    );
    expect(await prepared).toEqual({ handle: '12', body: { status: 'pending', slug: 'fresh-bread' } });
    const sent = (line: string) => server.requests.filter((request) => request.line === line);
    expect(sent('GET /wp/v2/categories').map(({ query }) => query.slug)).toEqual(['news', 'bread']);
    expect(sent('POST /wp/v2/tags').map(jsonOf)).toEqual(OPTIONS.tags.map((name) => ({ name })));
    expect(sent('POST /wp/v2/posts').map(jsonOf)).toEqual([
      {
        slug,
        title: 'Fresh &amp; warm',
        content: expect.stringMatching(/<p>Rye is back<\/p>.*wp-image-4(?!.*wp-image-5)/s),
        excerpt: 'Rye, &#091;baked&#093; daily.',
        categories: [2, 8],
        tags: [31, 32],
        featured_media: 5,
        status: 'draft',
      },
    ]);
  });

  it('fails for a category that is not there before anything is uploaded', async () => {
    const { server, prepared } = await prepare(
      { 'GET /wp/v2/categories': NONE },
      { ...CAROUSEL, options: { wordpress: { categories: ['bread'] } } },
    );
    expect(await factsOf(prepared)).toEqual({
      code: 'space_not_found',
      outcome: 'not_sent',
      message: 'The hub has no space with the slug "bread".',
    });
    expect(server.lines()).toEqual(['GET /wp/v2/categories']);
  });

  it('names the image that WordPress refuses, whatever the status', async () => {
    const refused = refusal(500, 'rest_upload_sideload_error', 'Sorry, you are not allowed to upload this file type.');
    const { server, prepared } = await prepare({ 'POST /wp/v2/media': [uploaded(4), refused] });
    expect(await factsOf(prepared)).toEqual({
      code: 'media_rejected',
      outcome: 'rejected',
      message: 'The hub does not take the image.',
      remedy: 'Use a JPEG, PNG, GIF or WebP image that the hub allows.',
      networkCode: 'rest_upload_sideload_error',
      networkMessage: 'Sorry, you are not allowed to upload this file type.',
      mediaIndex: 1,
    });
    expect(server.lines().filter((line) => line === 'POST /wp/v2/media')).toHaveLength(2);
  });

  it.each([
    [401, { code: 'credential_rejected', credential: 'revoked' }],
    [403, { code: 'permission_missing' }],
  ])('takes a search for drafts that is forbidden with %i inside a 400 for what it is', async (status, facts) => {
    const forbidden = { code: 'rest_forbidden_status', message: 'Status is forbidden.', data: { status } };
    const wrong = { code: 'rest_invalid_param', message: 'Invalid parameter(s): status' };
    const reply = {
      status: 400,
      json: { ...wrong, data: { status: 400, params: {}, details: { status: forbidden } } },
    };
    const { prepared } = await prepare({ 'GET /wp/v2/posts': reply }, { text: 'Rye', images: [] });
    expect(await factsOf(prepared)).toMatchObject({ ...facts, outcome: 'rejected', networkCode: 'rest_invalid_param' });
  });

  const WARNING = '<br />\n<b>Warning</b>: Undefined variable $x in plugin.php on line 3<br />\n';
  const noisy = (json: unknown): Reply => ({ status: 201, text: `${WARNING}${JSON.stringify(json)}` });

  it('uses what was made although the answers that say so cannot be read', async () => {
    const media = (id: number) => ({
      id,
      slug: `${CAROUSEL_SLUG}-${id - 3}`,
      source_url: `https://hub.test/files/${id}.jpg`,
    });
    const { server, prepared } = await prepare({
      'GET /wp/v2/media': [NONE, { json: [media(4)] }, NONE, { json: [media(5)] }],
      'POST /wp/v2/media': [noisy(media(4)), noisy(media(5))],
      'POST /wp/v2/media/4': noisy({ id: 4 }),
      'GET /wp/v2/media/4': { json: { id: 4, alt_text: 'A loaf' } },
      'GET /wp/v2/posts': [NONE, { json: [aPost('draft', CAROUSEL_SLUG)] }],
      'POST /wp/v2/posts': noisy(aPost('draft', CAROUSEL_SLUG)),
    });
    expect(await prepared).toEqual({ handle: '12', body: null });
    expect(server.lines().filter((line) => line.startsWith('POST'))).toEqual([
      ...['POST /wp/v2/media', 'POST /wp/v2/media', 'POST /wp/v2/media/4', 'POST /wp/v2/posts'],
    ]);
  });

  it('finds the draft that the last of its tries made', async () => {
    const { prepared } = await prepare(
      {
        'POST /wp/v2/posts': { status: 502, text: '' },
        'GET /wp/v2/posts': [NONE, NONE, NONE, NONE, NONE, { json: [aPost('draft', CAROUSEL_SLUG)] }],
      },
      { text: 'Rye is back', images: [] },
    );
    expect((await prepared).handle).toBe('12');
  });

  it.each([
    ['a page', { status: 200, text: '<html>Log in</html>' }],
    ['an error under 200', { json: { code: 'x', message: 'y', data: { status: 500 } } }],
  ])('takes %s for no draft', async (_, reply) => {
    const { prepared } = await prepare({ 'POST /wp/v2/posts': reply }, { text: 'Rye', images: [] });
    expect(await factsOf(prepared)).toMatchObject({ code: 'network_unavailable', outcome: 'rejected' });
  });
});

async function send(reply: Reply, body: Prepared['body'] = null) {
  const server = await scriptedHub({ 'POST /wp/v2/posts/12': reply });
  const sent = publish.send(makeCall(server, { type: 'wordpress' }), { handle: '12', body });
  sent.catch(() => {});
  return { server, sent };
}

describe('publishing the draft', () => {
  it.each([
    ['a page', aPage],
    ['an error under 200', { json: { code: 'x', message: 'y', data: { status: 500 } } }],
    ['nothing', { status: 200 }],
    ['the post as it was', { json: aPost('draft', CAROUSEL_SLUG) }],
    ['another post', { json: aPost('publish', CAROUSEL_SLUG, 13) }],
    ['500', { status: 500, text: '' }],
    ['503 with a page', { status: 503, text: '<html>' }],
    ['a redirect', { status: 302, headers: { location: '/wp-login.php' } }],
    ['403 of a firewall', { status: 403, text: '<html>' }],
    ['404 of a web server', { status: 404, text: '<html>' }],
    ['406 of a firewall', { status: 406, text: 'Not Acceptable' }],
    ['404 of a gateway', { status: 404, json: { code: 'no_route', message: 'No.' } }],
    ['no answer', 'hang up'],
  ] as const)('is unknown after %s, and sent once', async (_, reply) => {
    const { server, sent } = await send(reply);
    const facts = await factsOf(sent);
    expect([facts.code, facts.outcome, facts.retryAfterMs]).toEqual(['network_unavailable', 'unknown', undefined]);
    expect(server.lines()).toHaveLength(1);
  });

  it.each<[string, Prepared['body'], object, string, string | null]>([
    ['public', null, { status: 'publish' }, 'publish', `https://hub.test/${CAROUSEL_SLUG}`],
    [
      'public under another slug',
      { slug: 'rye' },
      { status: 'publish', slug: 'rye' },
      'publish',
      `https://hub.test/${CAROUSEL_SLUG}`,
    ],
    ['held for review, where its author wants that', { status: 'pending' }, { status: 'pending' }, 'pending', null],
  ])('is done when the post is %s', async (_, body, change, status, url) => {
    const { server, sent } = await send({ json: aPost(status, CAROUSEL_SLUG) }, body);
    expect(await sent).toEqual({ platformPostId: '12', url });
    expect(server.requests.map(jsonOf)).toEqual([change]);
  });

  it.each([
    ['the right is missing', refusal(403, 'rest_cannot_publish'), 'permission_missing', undefined],
    ['the key has ended', refusal(401, 'rest_not_logged_in'), 'credential_rejected', 'revoked'],
    ['the draft is gone', refusal(404, 'rest_post_invalid_id'), 'content_rejected', undefined],
    ['the post waits for review', { json: aPost('pending', CAROUSEL_SLUG) }, 'permission_missing', undefined],
    ['the post stays private', { json: aPost('private', CAROUSEL_SLUG) }, 'permission_missing', undefined],
    ['there are too many calls', { status: 429, headers: { 'retry-after': '7' } }, 'rate_limited', undefined],
  ])('is refused when %s', async (_, reply, code, credential) => {
    const facts = await factsOf((await send(reply)).sent);
    expect([facts.code, facts.outcome, facts.credential]).toEqual([code, 'rejected', credential]);
    expect(JSON.stringify(facts)).not.toContain(API_KEY);
  });
});
