import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aDraft } from './a-draft.ts';
import { aConfig, aCredential, makeCall, PAGE, PERSON } from './make-call.ts';
import { jpeg, serve, webp } from './media-files.ts';
import { json, type Script, startScripted } from './scripted-linkedin.ts';

const INIT = 'POST /api/rest/images?action=initializeUpload';
const start = (image: string, path: string) => ({
  status: 200,
  body: { value: { uploadUrlExpiresAt: 1_767_312_000_000, uploadUrl: `{origin}/www/dms-uploads/${path}?ut=1`, image } },
});

async function prepare(
  script: Script,
  draft: (origin: string) => Partial<Draft>,
  changes: Parameters<typeof makeCall>[0] = {},
) {
  await using server = await startScripted(script);
  await using call = makeCall(changes);
  const linkedin = createLinkedin(aConfig(server.origin));
  const result = await linkedin.publish
    .prepare(call, aDraft(draft(server.origin)))
    .catch((error: { facts: unknown }) => error.facts);
  return { result, lines: server.lines(), received: server.received, steps: call.steps, sleptMs: call.clock.sleptMs };
}

const oneImage = (origin: string) => ({
  media: [{ type: 'image' as const, url: `${origin}/media/a.jpg`, altText: 'A bridge' }],
});

describe('an account connected without a permission to write', () => {
  it.each([
    ['a member', PERSON, 'w_member_social', ['openid', 'w_organization_social']],
    ['a page', PAGE, 'w_organization_social', ['openid', 'w_member_social', 'rw_organization_admin']],
  ])('as %s is refused with its name, before anything is fetched or sent', async (_name, account, scope, scopes) => {
    const { result, lines } = await prepare({}, oneImage, { account, credential: aCredential({ scopes }) });
    expect([result, lines]).toMatchObject([
      {
        code: 'permission_missing',
        outcome: 'not_sent',
        message: `The account was connected without ${scope} or ${scope}_feed, which LinkedIn wants for posts.`,
        remedy: `Connect the account again to grant ${scope}.`,
      },
      [],
    ]);
  });
});

describe('preparing images', () => {
  it('uploads several in order, owned by the page that publishes', async () => {
    const { result, received, steps } = await prepare(
      {
        'GET /media/a.jpg': serve(jpeg()),
        'GET /media/b.jpg': serve(jpeg(100)),
        [INIT]: [start('urn:li:image:A', 'a'), start('urn:li:image:B', 'b')],
        'PUT /www/dms-uploads/a': { status: 201 },
        'PUT /www/dms-uploads/b': { status: 200 },
        'GET /api/rest/images/urn%3Ali%3Aimage%3AA': { status: 200, body: { status: 'AVAILABLE' } },
        'GET /api/rest/images/urn%3Ali%3Aimage%3AB': { status: 200, body: { status: 'AVAILABLE' } },
      },
      (origin) => ({
        media: ['a', 'b'].map((name) => ({ type: 'image' as const, url: `${origin}/media/${name}.jpg` })),
      }),
      { account: PAGE },
    );
    const owners = received.filter(({ line }) => line === INIT).map(json);
    expect(owners).toEqual(Array(2).fill({ initializeUploadRequest: { owner: 'urn:li:organization:2414183' } }));
    expect(steps).toEqual(['media 0 = urn:li:image:A', 'media 1 = urn:li:image:B']);
    expect(result).toMatchObject({
      body: {
        author: 'urn:li:organization:2414183',
        content: { multiImage: { images: [{ id: 'urn:li:image:A' }, { id: 'urn:li:image:B' }] } },
      },
    });
  });

  it('does not upload again what an earlier run has uploaded', async () => {
    const { result, lines, sleptMs } = await prepare({}, oneImage, { journal: { 'media 0': 'urn:li:image:EARLIER' } });
    expect([lines, sleptMs]).toEqual([[], []]);
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:image:EARLIER' } } } });
  });

  it('sends no token to an upload address at another host', async () => {
    await using other = await startScripted({ 'PUT /elsewhere': { status: 201 } });
    const elsewhere = other.origin.replace('127.0.0.1', 'localhost');
    const { result } = await prepare(
      {
        'GET /media/a.jpg': serve(jpeg()),
        [INIT]: { status: 200, body: { value: { uploadUrl: `${elsewhere}/elsewhere`, image: 'urn:li:image:A' } } },
      },
      oneImage,
      { allowedHosts: ['127.0.0.1', 'localhost'] },
    );
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:image:A' } } } });
    expect(other.received.map(({ line, headers }) => [line, headers.authorization])).toEqual([
      ['PUT /elsewhere', undefined],
    ]);
  });

  it('tries an upload again after a passing fault', async () => {
    const { result, lines, sleptMs } = await prepare(
      {
        'GET /media/a.jpg': serve(jpeg()),
        [INIT]: [{ status: 503 }, start('urn:li:image:A', 'a')],
        'PUT /www/dms-uploads/a': ['drop', { status: 500 }, { status: 201 }],
      },
      oneImage,
    );
    expect(lines).toEqual([INIT, INIT, ...Array(3).fill('PUT /www/dms-uploads/a?ut=1')]);
    // The last wait is for the image itself.
    expect(sleptMs).toEqual([1_000, 1_000, 3_000, 3_000]);
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:image:A' } } } });
  });
});

describe('processing of an image', () => {
  const uploads = {
    'GET /media/a.jpg': serve(jpeg()),
    [INIT]: start('urn:li:image:A', 'a'),
    'PUT /www/dms-uploads/a': { status: 201 },
  };
  const STATE = 'GET /api/rest/images/urn%3Ali%3Aimage%3AA';
  const state = (status: string, more: object = {}) => ({
    status: 200,
    body: { id: 'urn:li:image:A', status, ...more },
  });

  it('is waited for by a page, which may read it, until it is AVAILABLE: 25 seconds here, in increasing pauses', async () => {
    const looks = [
      ...Array(3).fill(state('WAITING_UPLOAD')),
      ...Array(4).fill(state('PROCESSING')),
      state('AVAILABLE'),
    ];
    const { result, lines, sleptMs } = await prepare({ ...uploads, [STATE]: looks }, oneImage, { account: PAGE });
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:image:A', altText: 'A bridge' } } } });
    expect(lines.slice(2)).toEqual(Array(8).fill(STATE));
    expect(sleptMs).toEqual([1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 5_000]);
  });

  it('continues from the URN of an earlier run', async () => {
    const { result, lines } = await prepare({ [STATE]: [state('PROCESSING'), state('AVAILABLE')] }, oneImage, {
      account: PAGE,
      journal: { 'media 0': 'urn:li:image:A' },
    });
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:image:A' } } } });
    expect(lines).toEqual([STATE, STATE]);
  });

  it('that never ends fails after 90 seconds, before anything is public', async () => {
    const { result } = await prepare({ ...uploads, [STATE]: state('PROCESSING') }, oneImage, { account: PAGE });
    expect(result).toMatchObject({ code: 'media_processing_timeout', outcome: 'rejected', mediaIndex: 0 });
  });

  it('that fails says so', async () => {
    const failed = state('PROCESSING_FAILED', { processingFailureReason: 'Too many pixels' });
    const { result } = await prepare({ ...uploads, [STATE]: failed }, oneImage, { account: PAGE });
    expect(result).toMatchObject({
      code: 'media_processing_failed',
      message: 'LinkedIn could not process the image. Nothing was published.',
      networkMessage: 'Too many pixels',
      mediaIndex: 0,
    });
  });

  it('is left to the post itself where LinkedIn does not let a page read it, and for members, who never may', async () => {
    const page = await prepare({ ...uploads, [STATE]: { status: 403 } }, oneImage, { account: PAGE });
    expect(page.result).toMatchObject({ body: { content: { media: { id: 'urn:li:image:A' } } } });
    expect([page.lines.slice(2), page.sleptMs]).toEqual([[STATE], [3_000]]);
    const member = await prepare(uploads, oneImage);
    expect([member.lines.slice(2), member.sleptMs]).toEqual([[], [3_000]]);
  });
});

describe('images that fail', () => {
  const unauthorised = {
    status: 400,
    body: { status: 400, message: 'Organization permissions must be used when using organization as author' },
  };

  it.each([
    ['a page without permission', { 'GET /media/a.jpg': serve(jpeg()), [INIT]: unauthorised }, 'permission_missing'],
    [
      'an expired token',
      { 'GET /media/a.jpg': serve(jpeg()), [INIT]: { status: 401, body: { serviceErrorCode: 65602 } } },
      'credential_rejected',
    ],
    [
      'a start without an address',
      { 'GET /media/a.jpg': serve(jpeg()), [INIT]: { status: 200, body: { value: {} } } },
      'network_unavailable',
    ],
    [
      'an address that refuses the file',
      {
        'GET /media/a.jpg': serve(jpeg()),
        [INIT]: start('urn:li:image:A', 'a'),
        'PUT /www/dms-uploads/a': { status: 403, body: '<html>' },
      },
      'media_processing_failed',
    ],
    ['a file of a type LinkedIn does not take', { 'GET /media/a.jpg': serve(webp()) }, 'media_rejected'],
    ['a missing file', { 'GET /media/a.jpg': { status: 404 } }, 'media_unreachable'],
  ] as const)('%s fails the item before anything is public', async (_name, script, code) => {
    const { result, lines, steps } = await prepare(script, oneImage);
    expect(result).toMatchObject({ code });
    expect(result).not.toMatchObject({ outcome: 'unknown' });
    expect(lines).not.toContain('POST /api/rest/posts');
    expect(steps).toEqual([]);
  });

  it('names the item at fault', async () => {
    const { result } = await prepare(
      {
        'GET /media/a.jpg': serve(jpeg()),
        'GET /media/b.jpg': serve(jpeg()),
        [INIT]: [start('urn:li:image:A', 'a'), { status: 400, body: { code: 'INVALID_IMAGE_ID' } }],
        'PUT /www/dms-uploads/a': { status: 201 },
      },
      (origin) => ({
        media: ['a', 'b'].map((name) => ({ type: 'image' as const, url: `${origin}/media/${name}.jpg` })),
      }),
    );
    expect(result).toMatchObject({ code: 'media_rejected', mediaIndex: 1, networkCode: 'INVALID_IMAGE_ID' });
  });
});
