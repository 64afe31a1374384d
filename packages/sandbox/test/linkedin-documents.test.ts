import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADA,
  at,
  BEN,
  field,
  HARBOUR,
  HOUR_MS,
  type Linkedin,
  list,
  NOON,
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

const PROCESSING_MS = 3_000;
/** Names of the parts of a PPTX; those of slides stand in it twice, as in a ZIP. */
const slides = (count: number) => {
  const names = Array.from({ length: count }, (_, at) => `…ppt/slides/slide${at + 1}.xml`).join('');
  return Buffer.from(`PK\x03\x04…ppt/presentation.xml${names}${names}`, 'latin1');
};

const start = (token: string, owner: string) =>
  li.rest(token, 'POST', '/rest/documents?action=initializeUpload', { initializeUploadRequest: { owner } });
const look = async (token: string, document: string) => {
  const { status, body } = await li.rest(token, 'GET', `/rest/documents/${urn(document)}`);
  return [status, at(body, 'message') ?? at(body, 'status')];
};
const FORBIDDEN = [
  403,
  'Accessing this document resource is forbidden. Please check your permissions for this resource',
];

async function uploaded(token: string, owner: string, bytes = sample('menu.pdf')): Promise<string> {
  const { body } = await start(token, owner);
  const headers = { authorization: `Bearer ${token}` };
  const { status } = await li.call(field(body, 'value', 'uploadUrl'), { method: 'PUT', body: bytes, headers });
  expect(status).toBe(201);
  return field(body, 'value', 'document');
}
const withDocument = (id: string, more: object = { title: 'The menu' }) => ({ content: { media: { id, ...more } } });
const outcome = ({ status, body }: Awaited<ReturnType<Linkedin['rest']>>) => [status, at(body, 'code')];

describe('uploading a document', () => {
  it('begins with an address on www and a URN', async () => {
    const { status, body } = await start(await li.connect('ada'), ADA);
    expect([status, body]).toEqual([
      200,
      {
        value: {
          uploadUrlExpiresAt: NOON + 24 * HOUR_MS,
          uploadUrl: expect.stringContaining(`${li.www}/dms-uploads/sp/v2/D4D1FAQ`),
          document: expect.stringMatching(/^urn:li:document:D4D1FAQ[\w-]+$/),
        },
      },
    ]);
  });

  it('is refused for another owner, and to an address without the token', async () => {
    const token = await li.connect('ada');
    expect(outcome(await start(token, BEN))).toEqual([403, 'ACCESS_DENIED']);
    const { body } = await start(token, ADA);
    const put = await li.call(field(body, 'value', 'uploadUrl'), { method: 'PUT', body: sample('menu.pdf') });
    expect(put.status).toBe(401);
  });

  it('takes 3 seconds, which only the token of a page can see', async () => {
    const token = await li.connect('ada');
    const [ofPage, ofMember] = [await uploaded(token, HARBOUR), await uploaded(token, ADA)];
    expect(await look(token, ofPage)).toEqual([200, 'PROCESSING']);
    expect(await look(token, ofMember)).toEqual(FORBIDDEN);
    await li.advance(PROCESSING_MS);
    expect(await look(token, ofPage)).toEqual([200, 'AVAILABLE']);
    expect(await look(await li.connect('ada', 'openid w_member_social'), ofPage)).toEqual(FORBIDDEN);
  });

  it.each([
    ['a picture', sample('harbour.jpg')],
    ['an archive', Buffer.from('PK\x03\x04 no part of Office', 'latin1')],
    ['301 pages', Buffer.from(`%PDF-1.7\n${'<< /Type /Page >>\n'.repeat(301)}`)],
    ['301 slides', slides(301)],
  ])('fails for %s', async (_, bytes) => {
    const token = await li.connect('ada');
    const document = await uploaded(token, HARBOUR, bytes);
    await li.advance(PROCESSING_MS);
    expect(await look(token, document)).toEqual([200, 'PROCESSING_FAILED']);
    const post = await li.post(token, { author: HARBOUR, ...withDocument(document) });
    expect(outcome(post)).toEqual([400, 'MEDIA_ASSET_PROCESSING_FAILED']);
  });

  it.each([
    ['300 pages', Buffer.from(`%PDF-1.7\n<< /Type /Pages >>\n${'<< /Type /Page >>\n'.repeat(300)}`)],
    ['a DOCX', Buffer.from('PK\x03\x04…word/document.xml', 'latin1')],
    ['a PPTX', Buffer.from('PK\x03\x04…ppt/presentation.xml', 'latin1')],
    ['300 slides', slides(300)],
    ['a DOC', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('succeeds for %s', async (_, bytes) => {
    const token = await li.connect('ada');
    const document = await uploaded(token, HARBOUR, bytes);
    await li.advance(PROCESSING_MS);
    expect(await look(token, document)).toEqual([200, 'AVAILABLE']);
  });
});

describe('a post with a document', () => {
  it('is refused before the pages are made, without a title, and with a document of somebody else', async () => {
    const token = await li.connect('ada');
    const document = await uploaded(token, ADA);
    expect(outcome(await li.post(token, withDocument(document)))).toEqual([400, 'MEDIA_ASSET_WAITING_UPLOAD']);
    await li.advance(PROCESSING_MS);
    const untitled = await li.post(token, withDocument(document, { title: ' ' }));
    expect([untitled.status, untitled.body]).toEqual([
      400,
      { status: 400, code: 'INVALID_VALUE_BLANK_FIELD', message: "/content/media/title can't be blank" },
    ]);
    expect((await li.post(token, { author: HARBOUR, ...withDocument(document) })).status).toBe(400);
    const unknown = await li.post(token, withDocument('urn:li:document:D4D1FAQnone'));
    expect(outcome(unknown)).toEqual([400, 'INVALID_DOCUMENT_ID']);
    expect(await li.posts()).toEqual([]);
  });

  it('shows it under its title', async () => {
    const token = await li.connect('ada');
    const document = await uploaded(token, ADA);
    await li.advance(PROCESSING_MS);
    const { status, headers } = await li.post(token, withDocument(document));
    expect([status, headers.get('x-restli-id')]).toEqual([201, expect.stringMatching(/^urn:li:ugcPost:/)]);
    const [post] = await li.posts();
    const media = list(post, 'media');
    expect(media).toMatchObject([{ type: 'document', title: 'The menu' }]);
    const file = await fetch(field(media[0], 'url'));
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await file.arrayBuffer()).equals(sample('menu.pdf'))).toBe(true);
    const page = await li.call(field(post, 'url'));
    expect(page.text).toContain('<span class="title">The menu</span>');
  });

  it('takes one document, never several images', async () => {
    const token = await li.connect('ada');
    const document = await uploaded(token, ADA);
    await li.advance(PROCESSING_MS);
    const image = await li.image(token, ADA);
    const multiImage = { images: [{ id: document }, { id: image }] };
    expect(outcome(await li.post(token, { content: { multiImage } }))).toEqual([400, 'INVALID_URN_TYPE']);
  });
});
