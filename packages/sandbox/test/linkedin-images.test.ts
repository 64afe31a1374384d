import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  at,
  BEN,
  field,
  HARBOUR,
  HOUR_MS,
  type Linkedin,
  NOON,
  OLD_MILL,
  sample,
  startLinkedin,
  urn,
} from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const start = (token: string, owner: string) =>
  li.rest(token, 'POST', '/rest/images?action=initializeUpload', { initializeUploadRequest: { owner } });
const put = (url: string, bytes: Buffer, token = '') =>
  li.call(url, { method: 'PUT', body: bytes, headers: token === '' ? {} : { authorization: `Bearer ${token}` } });
const unreadable = { message: 'Cannot parse request entity', status: 400 };
const look = (token: string, image: string) => li.rest(token, 'GET', `/rest/images/${urn(image)}`);
const forbidden = {
  message: 'Accessing this image resource is forbidden. Please check your permissions for this resource',
  status: 403,
};
const deniedOwner = {
  status: 403,
  serviceErrorCode: 100,
  code: 'ACCESS_DENIED',
  message:
    'Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields [/initializeUploadRequest/owner]',
};

describe('starting an image', () => {
  it.each([ADA, HARBOUR])('answers an address on www for %s', async (owner) => {
    const { status, body } = await start(await li.connect('ada'), owner);
    expect([status, body]).toEqual([
      200,
      {
        value: {
          uploadUrlExpiresAt: NOON + 24 * HOUR_MS,
          uploadUrl: expect.stringContaining(`${li.www}/dms-uploads/sp/v2/D4E10AQ`),
          image: expect.stringMatching(/^urn:li:image:D4E10AQ[\w-]+$/),
        },
      },
    ]);
  });

  it.each([
    ['another person', BEN],
    ['a page whose role was taken away', OLD_MILL],
    ['a missing owner', 'ada'],
  ])('is not for %s', async (_what, owner) => {
    const { status, body } = await start(await li.connect('ada'), owner);
    expect([status, body]).toEqual([403, deniedOwner]);
  });

  it('is for pages only with the page scope, for people only with theirs', async () => {
    const page = await start(await li.connect('ada', 'w_member_social'), HARBOUR);
    expect([page.status, page.body]).toEqual([
      400,
      { message: 'Organization permissions must be used when using organization as owner', status: 400 },
    ]);
    const person = await start(await li.connect('ada', 'w_organization_social'), ADA);
    expect([person.status, person.body]).toEqual([403, deniedOwner]);
    const nobody = await start(await li.connect('ada', 'openid'), ADA);
    expect([nobody.status, at(nobody.body, 'message')]).toEqual([
      403,
      'Not enough permissions to access: images.ACTION-initializeUpload.20260701',
    ]);
  });

  it('requires its action and its owner', async () => {
    const token = await li.connect('ada');
    const noAction = await li.rest(token, 'POST', '/rest/images', {});
    expect([noAction.status, noAction.body]).toEqual([
      400,
      { status: 400, code: 'ILLEGAL_ARGUMENT', message: "Parameter 'action' is required" },
    ]);
    expect((await li.broken(token, '/rest/images?action=initializeUpload')).body).toEqual(unreadable);
    const noOwner = await li.rest(token, 'POST', '/rest/images?action=initializeUpload', {
      initializeUploadRequest: {},
    });
    expect([noOwner.status, noOwner.body]).toEqual([
      422,
      {
        message:
          'ERROR :: /initializeUploadRequest/owner :: field is required but not found and has no default value\n',
        status: 422,
      },
    ]);
  });
});

describe('uploading an image', () => {
  async function address(token: string) {
    const { body } = await start(token, HARBOUR);
    return { url: field(body, 'value', 'uploadUrl'), image: field(body, 'value', 'image') };
  }
  const expired = { status: 400, code: 'EXPIRED_UPLOAD_URL', message: 'The Image upload URL is expired' };

  it('answers an empty 201, and the image can be read', async () => {
    const token = await li.connect('ada');
    const { url, image } = await address(token);
    expect((await look(token, image)).body).toEqual({ id: image, owner: HARBOUR, status: 'WAITING_UPLOAD' });
    const { status, text } = await put(url, sample('latte.png'), token);
    expect([status, text]).toEqual([201, '']);
    const { body } = await look(token, image);
    expect(body).toEqual({ id: image, owner: HARBOUR, status: 'AVAILABLE', downloadUrl: expect.any(String) });
    const back = await fetch(field(body, 'downloadUrl'));
    expect(Buffer.from(await back.arrayBuffer()).equals(sample('latte.png'))).toBe(true);
    expect(back.headers.get('content-type')).toBe('image/png');
  });

  it('requires the token of the member who started it', async () => {
    const token = await li.connect('ada');
    const { url, image } = await address(token);
    const nobody = await put(url, sample('harbour.jpg'));
    expect([nobody.status, at(nobody.body, 'message')]).toEqual([401, 'Empty oauth2_access_token']);
    expect((await put(url, sample('harbour.jpg'), await li.connect('ben'))).status).toBe(403);
    expect(at((await look(token, image)).body, 'status')).toBe('WAITING_UPLOAD');
    expect((await put(url, sample('harbour.jpg'), token)).status).toBe(201);
  });

  it('accepts one file', async () => {
    const token = await li.connect('ada');
    const { url } = await address(token);
    await put(url, sample('harbour.jpg'), token);
    const second = await put(url, sample('latte.png'), token);
    expect([second.status, second.body]).toEqual([400, expired]);
  });

  it('accepts it until the address expires', async () => {
    const token = await li.connect('ada');
    const { url: usual } = await address(token);
    await li.advance(24 * HOUR_MS);
    expect((await put(usual, sample('harbour.jpg'), token)).body).toEqual(expired);

    await li.control('upload-urls', { lifeMs: 1_000 });
    const [inTime, late] = [await address(token), await address(token)];
    await li.advance(999);
    expect((await put(inTime.url, sample('harbour.jpg'), token)).status).toBe(201);
    await li.advance(1);
    expect((await put(late.url, sample('harbour.jpg'), token)).body).toEqual(expired);
  });

  it('is not used up by a caller who hangs up', async () => {
    const token = await li.connect('ada');
    const { url, image } = await address(token);
    await new Promise<void>((resolve) => {
      const headers = { authorization: `Bearer ${token}`, 'content-length': 1_000 };
      const half = request(url, { method: 'PUT', headers });
      half.once('error', () => resolve());
      half.write(Buffer.alloc(500), () => half.destroy(new Error('gone')));
    });
    expect(at((await look(token, image)).body, 'status')).toBe('WAITING_UPLOAD');
    expect((await put(url, sample('harbour.jpg'), token)).status).toBe(201);
  });

  it('accepts no file above 128 MiB', async () => {
    const token = await li.connect('ada');
    const { url } = await address(token);
    const { status, body } = await put(url, Buffer.alloc(128 * 1024 * 1024 + 1), token);
    expect([status, body]).toEqual([
      413,
      { status: 413, code: 'REQUEST_ENTITY_TOO_LARGE', message: 'Request entity too large' },
    ]);
  });

  it('knows only its own addresses', async () => {
    const token = await li.connect('ada');
    const { url } = await address(token);
    const refused = { message: 'Invalid upload signature', status: 403 };
    expect((await put(url.replace(/ut=.*/, 'ut=guess'), sample('harbour.jpg'), token)).body).toEqual(refused);
    expect((await put(url.replace('uploaded-image/0', 'uploaded-image/1'), sample('harbour.jpg'), token)).body).toEqual(
      refused,
    );
  });
});

describe('reading an image', () => {
  it('is closed for tokens that only write for a member', async () => {
    const token = await li.connect('ada', 'openid w_member_social');
    const image = await li.image(token, ADA);
    const { status, body } = await look(token, image);
    expect([status, body]).toEqual([403, forbidden]);
    // The remaining way: post, and read the answer.
    expect((await li.post(token, { content: { media: { id: image } } })).status).toBe(201);
  });

  it.each(['w_organization_social', 'r_organization_social', 'r_member_social'])('is open with %s', async (scope) => {
    const image = await li.image(await li.connect('ada'), HARBOUR);
    await li.control('app', { clientId: 'sandbox-linkedin-app', approvedScopes: [scope] });
    expect((await look(await li.connect('ada', scope), image)).status).toBe(200);
  });

  it('is for its owner and the people of the page', async () => {
    const token = await li.connect('ada');
    const [own, ofPage] = [await li.image(token, ADA), await li.image(token, HARBOUR)];
    expect([(await look(token, own)).status, (await look(token, ofPage)).status]).toEqual([200, 200]);
    const ben = await li.connect('ben');
    expect((await look(ben, ofPage)).body).toEqual(forbidden);
    await li.control('role', { username: 'ben', page: 'harbour-coffee', role: 'ANALYST', state: 'APPROVED' });
    expect((await look(ben, ofPage)).status).toBe(200);
    expect((await look(ben, own)).body).toEqual(forbidden);
  });

  it('is 404 for an unknown one', async () => {
    const { status, body } = await look(await li.connect('ada'), 'urn:li:image:D4E10AQnever');
    expect([status, body]).toEqual([404, { message: 'Could not find entity', status: 404, code: 'NOT_FOUND' }]);
  });
});
