import type { NetworkError, PageAnswer } from '@fanfare/network';
import type { Draft } from '@fanfare/rules';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { linkedinRules } from '../src/rules.ts';
import { aDraft } from './a-draft.ts';
import { aConfig, makeCall, NOW, PAGE } from './make-call.ts';
import { jpeg, serve, webp } from './media-files.ts';
import { json, type Script, type Scripted, startScripted } from './scripted-linkedin.ts';

const LINK = 'https://bakery.example/rye';
const INIT = 'POST /api/rest/images?action=initializeUpload';
const PUT = 'PUT /www/dms-uploads/a?ut=1';
const STATE = 'GET /api/rest/images/urn%3Ali%3Aimage%3AA';
const UPLOAD: Script = {
  'GET /media/a.jpg': serve(jpeg()),
  [INIT]: { status: 200, body: { value: { uploadUrl: '{origin}/www/dms-uploads/a?ut=1', image: 'urn:li:image:A' } } },
  'PUT /www/dms-uploads/a': { status: 201 },
};
const facts = { title: 'Rye', description: 'Fresh (from six).', imageUrl: null };

async function prepare(
  page: (origin: string) => PageAnswer,
  options: {
    script?: Script;
    draft?: Partial<Draft>;
    call?: Parameters<typeof makeCall>[0];
    laterMs?: number;
  } = {},
) {
  await using server = await startScripted(options.script ?? {});
  await using call = makeCall(options.call);
  const asked: string[] = [];
  const readPage = async (url: string) => {
    asked.push(url);
    return page(server.origin);
  };
  if (options.laterMs) await call.clock.sleep(options.laterMs);
  const draft = aDraft({ content: `Fresh: ${LINK}.`, ...options.draft });
  const prepared = createLinkedin(aConfig(server.origin)).publish.prepare({ ...call, readPage }, draft);
  const result = await prepared.catch((error: NetworkError) => error.facts);
  return { result, asked, lines: server.lines(), steps: call.steps, warnings: call.warnings };
}

const contentOf = (result: unknown) => (result as { body: { content?: unknown } }).body.content;

describe('a post with a link and no media', () => {
  it('has a card of the page, its picture uploaded first', async () => {
    const page = (origin: string): PageAnswer => ({
      ok: true,
      page: { ...facts, imageUrl: `${origin}/media/a.jpg` },
    });
    const { result, asked, lines, steps, warnings } = await prepare(page, { script: UPLOAD });
    expect(contentOf(result)).toEqual({
      article: { source: LINK, title: 'Rye', description: 'Fresh (from six).', thumbnail: 'urn:li:image:A' },
    });
    expect(result).toMatchObject({ body: { commentary: `Fresh: ${LINK}.` } });
    expect([asked, lines, warnings]).toEqual([[LINK], [INIT, PUT], []]);
    // A member cannot ask whether the image is processed: 3 s are waited.
    const uploadedAt = NOW + 3_000;
    const stored = { title: 'Rye', description: 'Fresh (from six).', thumbnail: 'urn:li:image:A', uploadedAt };
    expect(steps).toEqual([`media 0 = ${JSON.stringify(stored)}`]);
  });

  it('has a card without a picture where the page names none, and no description where it has none', async () => {
    const { result } = await prepare(() => ({ ok: true, page: { ...facts, description: null } }));
    expect(contentOf(result)).toEqual({ article: { source: LINK, title: 'Rye' } });
  });

  it.each([
    ['cannot be fetched', { 'GET /media/a.jpg': { status: 404 } }],
    ['is of a type LinkedIn does not take', { 'GET /media/a.jpg': serve(webp()) }],
    ['is refused by LinkedIn', { ...UPLOAD, [INIT]: { status: 400, body: { code: 'ILLEGAL_ARGUMENT' } } }],
  ] as const)('has a card without its picture where that %s', async (_name, script) => {
    const page = (origin: string): PageAnswer => ({ ok: true, page: { ...facts, imageUrl: `${origin}/media/a.jpg` } });
    const { result, warnings } = await prepare(page, { script: script as Script });
    expect(contentOf(result)).toEqual({ article: { source: LINK, title: 'Rye', description: 'Fresh (from six).' } });
    expect(warnings).toEqual([]);
  });

  it('asks for a new token where LinkedIn refuses the old one, and stores nothing of the step', async () => {
    const page = (origin: string): PageAnswer => ({ ok: true, page: { ...facts, imageUrl: `${origin}/media/a.jpg` } });
    const refused = { ...UPLOAD, [INIT]: { status: 401, body: { serviceErrorCode: 65602 } } };
    const { result, steps, warnings } = await prepare(page, { script: refused });
    expect(result).toMatchObject({ code: 'credential_rejected' });
    expect([steps, warnings]).toEqual([[], []]);
  });

  it('is published without a card where the page cannot be read, and says so', async () => {
    const { result, steps, warnings } = await prepare(() => ({
      ok: false,
      why: 'its address answered with status 404',
    }));
    expect(contentOf(result)).toBeUndefined();
    expect(steps).toEqual(['media 0 = no card']);
    expect(warnings).toEqual([
      {
        code: 'link_card_missing',
        message: `No card could be made for ${LINK}: its address answered with status 404.`,
      },
    ]);
  });

  it('is published without a card where the page has no title', async () => {
    const { result, warnings } = await prepare(() => ({ ok: true, page: { ...facts, title: null } }));
    expect(contentOf(result)).toBeUndefined();
    expect(warnings.map(({ message }) => message)).toEqual([
      `No card could be made for ${LINK}: its page has no title.`,
    ]);
  });

  it('continues with the card of an earlier run; a picture that is not ready by then is left out', async () => {
    const stored = { title: 'Rye', description: null, thumbnail: 'urn:li:image:A', uploadedAt: NOW };
    const journal = { 'media 0': JSON.stringify(stored) };
    const never = (): PageAnswer => ({ ok: false, why: 'it is not read again' });
    const soon = await prepare(never, { call: { journal }, laterMs: 30_000 });
    expect(contentOf(soon.result)).toEqual({ article: { source: LINK, title: 'Rye', thumbnail: 'urn:li:image:A' } });
    const late = await prepare(never, { call: { journal }, laterMs: 60_000 });
    expect(contentOf(late.result)).toEqual({ article: { source: LINK, title: 'Rye' } });
    const none = await prepare(never, { call: { journal: { 'media 0': 'no card' } } });
    expect(contentOf(none.result)).toBeUndefined();
    expect([soon, late, none].flatMap(({ asked, lines, warnings }) => [...asked, ...lines, ...warnings])).toEqual([]);
  });

  it('waits for its picture as a page, and leaves out one that LinkedIn cannot process', async () => {
    const page = (origin: string): PageAnswer => ({ ok: true, page: { ...facts, imageUrl: `${origin}/media/a.jpg` } });
    const state = (status: string) => ({ status: 200, body: { status } });
    const ready = { ...UPLOAD, [STATE]: [state('PROCESSING'), state('AVAILABLE')] };
    const { result } = await prepare(page, { script: ready, call: { account: PAGE } });
    expect(contentOf(result)).toMatchObject({ article: { thumbnail: 'urn:li:image:A' } });
    const broken = { ...UPLOAD, [STATE]: state('PROCESSING_FAILED') };
    const without = await prepare(page, { script: broken, call: { account: PAGE } });
    expect(contentOf(without.result)).toEqual({
      article: { source: LINK, title: 'Rye', description: 'Fresh (from six).' },
    });
  });
});

describe('a card that LinkedIn refuses with the post', () => {
  const POSTS = 'POST /api/rest/posts';
  const refusal = (code: string) => ({ status: 400, body: { status: 400, code } });

  /** Like the executor: prepare, send, and after a refusal once more without the optional part. */
  async function publish(answers: readonly Scripted[], changes: Partial<Draft> = {}) {
    await using server = await startScripted({ ...UPLOAD, [POSTS]: answers });
    await using call = makeCall();
    const page: PageAnswer = { ok: true, page: { ...facts, imageUrl: `${server.origin}/media/a.jpg` } };
    const withPages = { ...call, readPage: async () => page };
    const draft = aDraft({ content: `Fresh: ${LINK}.`, ...changes });
    const { publish } = createLinkedin(aConfig(server.origin));
    const left: (boolean | undefined)[] = [];
    const attempt = async () => {
      const prepared = await publish.prepare(withPages, draft);
      try {
        return await publish.send(withPages, prepared);
      } catch (error) {
        left.push(await publish.leaveOut?.(withPages, { prepared, error: error as NetworkError }));
        return null;
      }
    };
    const sent = (await attempt()) ?? (left[0] ? await attempt() : null);
    const contents = server.received
      .filter(({ line }) => line === POSTS)
      .map((each) => (json(each) as { content?: object }).content ?? null);
    return { sent: sent?.platformPostId ?? null, left, contents, steps: call.steps.slice(1), warnings: call.warnings };
  }

  const card = {
    article: { source: LINK, title: 'Rye', description: 'Fresh (from six).', thumbnail: 'urn:li:image:A' },
  };
  const CREATED: Scripted = { status: 201, headers: { 'x-restli-id': 'urn:li:share:7' } };

  it.each([
    'MEDIA_ASSET_PROCESSING_FAILED',
    'MEDIA_ASSET_WAITING_UPLOAD',
    'INVALID_IMAGE_ID',
    'INVALID_VALUE_FOR_FIELD',
    'MISSING_FIELD',
  ])('is left out for good, with a warning: %s', async (code) => {
    expect(await publish([refusal(code), CREATED])).toEqual({
      sent: 'urn:li:share:7',
      left: [true],
      contents: [card, null],
      steps: ['media 0 = no card', 'media 0 = no card'],
      warnings: [
        { code: 'link_card_missing', message: `LinkedIn refused the post with its card of ${LINK}: ${code}.` },
      ],
    });
  });

  it('is left out once: a later refusal is final', async () => {
    const again = await publish([refusal('INVALID_VALUE_FOR_FIELD')]);
    expect(again).toMatchObject({ sent: null, left: [true, false], contents: [card, null] });
    expect(again.warnings).toHaveLength(1);
  });

  it.each([
    ['the text is a duplicate', { status: 422, body: { errorDetails: { inputErrors: [{ code: 'DUPLICATE_POST' }] } } }],
    ['the account lacks a permission', { status: 403, body: { status: 403, code: 'ACCESS_DENIED' } }],
    ['LinkedIn asks to slow down', { status: 429, body: { status: 429 } }],
  ])('is not left out where %s', async (_name, answer) => {
    expect(await publish([answer])).toEqual({ sent: null, left: [false], contents: [card], steps: [], warnings: [] });
  });

  it('is not the reason for a refusal of a post without one', async () => {
    const bare = await publish([refusal('INVALID_VALUE_FOR_FIELD')], { options: { link: 'none' } });
    expect(bare).toEqual({ sent: null, left: [false], contents: [null], steps: [], warnings: [] });
  });
});

describe('no card is made', () => {
  it.each([
    ['with media', { media: [{ type: 'image' as const, url: 'https://a.example/a.jpg' }] }],
    ['where none is wanted', { options: { link: 'none' as const } }],
    ['without a link', { content: 'See bakery.example' }],
  ])('%s', (_name, changes) => {
    expect(linkedinRules.linkCard?.(aDraft({ content: `Fresh: ${LINK}`, ...changes }))).toBeNull();
  });

  it('and no page is read then', async () => {
    const { result, asked, steps, warnings } = await prepare(() => ({ ok: true, page: facts }), {
      draft: { options: { link: 'none' } },
    });
    expect(contentOf(result)).toBeUndefined();
    expect([asked, steps, warnings]).toEqual([[], [], []]);
  });
});
