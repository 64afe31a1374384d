import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aDraft } from './a-draft.ts';
import { aConfig, makeCall, PAGE } from './make-call.ts';
import { jpeg, pdf, serve } from './media-files.ts';
import { json, type Script, type Scripted, startScripted } from './scripted-linkedin.ts';

const FILE = 'GET /media/menu.pdf';
const INIT = 'POST /api/rest/documents?action=initializeUpload';
const PUT = 'PUT /www/dms-uploads/menu';
const STATE = 'GET /api/rest/documents/urn%3Ali%3Adocument%3AD';
const state = (status: string): Scripted => ({ status: 200, body: { id: 'urn:li:document:D', status } });

const GOOD: Script = {
  [FILE]: serve(pdf(700)),
  [INIT]: {
    status: 200,
    body: { value: { uploadUrl: '{origin}/www/dms-uploads/menu?ut=1', document: 'urn:li:document:D' } },
  },
  [PUT]: { status: 201 },
  [STATE]: [state('PROCESSING'), state('AVAILABLE')],
};

async function prepare(script: Script, changes: Parameters<typeof makeCall>[0] = {}) {
  await using server = await startScripted(script);
  await using call = makeCall(changes);
  const media = [{ type: 'document' as const, url: `${server.origin}/media/menu.pdf`, title: 'Menu' }];
  const result = await createLinkedin(aConfig(server.origin))
    .publish.prepare(call, aDraft({ media }))
    .catch((error: { facts: unknown }) => error.facts);
  return { result, lines: server.lines(), received: server.received, steps: call.steps, sleptMs: call.clock.sleptMs };
}

describe('preparing a document', () => {
  it('uploads it with the token, owned by the page, and looks until its pages are made', async () => {
    const { result, lines, received, steps, sleptMs } = await prepare(GOOD, { account: PAGE });
    expect(lines).toEqual([INIT, PUT, STATE, STATE].map((line) => expect.stringContaining(line)));
    const [start, put] = [INIT, PUT].map((line) => received.find((one) => one.line.startsWith(line))!);
    expect(json(start!)).toEqual({ initializeUploadRequest: { owner: 'urn:li:organization:2414183' } });
    expect(put!.headers.authorization).toMatch(/^Bearer /);
    expect(put!.bytes.equals(pdf(700))).toBe(true);
    expect([steps, sleptMs]).toEqual([['media 0 = urn:li:document:D'], [2_000]]);
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:document:D', title: 'Menu' } } } });
  });

  it('waits 5 seconds for that of a member, whose token may not read its state', async () => {
    const { lines, sleptMs } = await prepare(GOOD);
    expect(lines).not.toContain(STATE);
    expect(sleptMs).toEqual([5_000]);
  });

  it('does not upload again what an earlier run has uploaded', async () => {
    const { lines, result } = await prepare({}, { journal: { 'media 0': 'urn:li:document:EARLIER' } });
    expect(lines).toEqual([]);
    expect(result).toMatchObject({ body: { content: { media: { id: 'urn:li:document:EARLIER', title: 'Menu' } } } });
  });

  it('fails where LinkedIn cannot process it, and says what it takes', async () => {
    const { result } = await prepare({ ...GOOD, [STATE]: state('PROCESSING_FAILED') }, { account: PAGE });
    expect(result).toMatchObject({
      code: 'media_processing_failed',
      outcome: 'rejected',
      message: 'LinkedIn could not process the document. Nothing was published.',
      mediaIndex: 0,
      remedy: 'Export the document as PDF, of at most 100 MB and 300 pages, and send the target again.',
    });
  });

  it.each([
    [301, false],
    [300, true],
    [null, true],
  ])('of %s pages is sent: %s', async (pages, isSent) => {
    const { result, lines } = await prepare(GOOD, { pages });
    expect(lines.length > 0).toBe(isSent);
    const refusal = {
      ...{ code: 'media_rejected', outcome: 'not_sent', mediaIndex: 0 },
      message: 'mediaItems[0] has 301 pages; LinkedIn allows at most 300.',
      remedy: 'Remove pages, or publish it in parts.',
    };
    expect(result).toMatchObject(isSent ? { body: {} } : refusal);
  });

  it('refuses a file that is no document before LinkedIn is called', async () => {
    const { result, lines } = await prepare({ ...GOOD, [FILE]: serve(jpeg(700)) });
    expect([result, lines]).toMatchObject([{ code: 'media_rejected', outcome: 'not_sent', mediaIndex: 0 }, []]);
  });
});
