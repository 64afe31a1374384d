import type { VersionStep } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { changeHidden, readRest } from '../src/call-linkedin.ts';
import { createLinkedin, LINKEDIN_VERSIONS, linkedinVersions } from '../src/index.ts';
import { aConfig, makeCall } from './make-call.ts';
import { type Scripted, startScripted } from './scripted-linkedin.ts';

const POSTS = 'POST /api/rest/posts';
const ended = (version: string): Scripted => ({
  status: 426,
  body: { status: 426, code: 'NONEXISTENT_VERSION', message: `Requested version ${version}01 is not active` },
});
const created: Scripted = { status: 201, headers: { 'x-restli-id': 'urn:li:share:7' } };

/** Two posts of one process, with the answers LinkedIn gives to them. */
async function postTwice(answers: readonly Scripted[], wanted?: readonly string[]) {
  await using server = await startScripted({ [POSTS]: answers });
  await using call = makeCall();
  const steps: VersionStep[] = [];
  const versions = linkedinVersions({ wanted, onStep: (step) => steps.push(step) });
  const linkedin = createLinkedin({ ...aConfig(server.origin), versions });
  const send = () =>
    linkedin.publish
      .send(call, { handle: null, body: {} })
      .then(({ platformPostId }) => platformPostId)
      .catch((error: { facts: unknown }) => error.facts);
  const results = [await send(), await send()];
  return { results, steps, asked: server.received.map(({ headers }) => headers['linkedin-version']) };
}

describe('a post that meets the end of a version', () => {
  it('is published with the next one, and so is the one after it, without a call with the ended version', async () => {
    expect(await postTwice([ended('202609'), created])).toEqual({
      results: ['urn:li:share:7', 'urn:li:share:7'],
      steps: [{ network: 'linkedin', from: '202609', to: '202607' }],
      asked: ['202609', '202607', '202607'],
    });
  });

  it('uses the operator’s own list, in its order', async () => {
    const { asked } = await postTwice([ended('202609'), ended('202701'), created], ['202609', '202701', '202703']);
    expect(asked).toEqual(['202609', '202701', '202703', '202703']);
  });

  it('fails for the operator once no version is left, and leaves the account alone', async () => {
    const { results, asked } = await postTwice([ended('202609')], ['202609']);
    const failed = {
      code: 'network_unavailable',
      outcome: 'rejected',
      networkCode: 'NONEXISTENT_VERSION',
      networkMessage: 'Requested version 20260901 is not active',
      operator: true,
      credential: undefined,
      retryAfterMs: undefined,
    };
    expect(results).toMatchObject([failed, failed]);
    expect(asked).toEqual(['202609', '202609']);
  });

  it('is not sent again when the answer is about the post, whatever the answer', async () => {
    const { asked } = await postTwice([{ status: 400 }, { status: 500 }]);
    expect(asked).toEqual(['202609', '202609']);
  });
});

it('reads and hidden calls step too', async () => {
  const reading = 'GET /api/rest/posts';
  const changing = 'POST /api/rest/images?action=initializeUpload';
  await using server = await startScripted({
    [reading]: [ended('202603'), { status: 200, body: {} }],
    [changing]: [ended('202607'), { status: 200, body: {} }],
  });
  await using call = makeCall();
  const config = { ...aConfig(server.origin), versions: linkedinVersions({ wanted: ['202603', '202607', '202609'] }) };
  const token = call.credential.accessToken;
  await readRest(call, config, token, { path: 'posts' });
  await changeHidden(call, config, token, { path: 'images?action=initializeUpload', json: {} });
  expect(server.received.map(({ line, headers }) => `${line} ${headers['linkedin-version']}`)).toEqual([
    `${reading} 202603`,
    `${reading} 202607`,
    `${changing} 202607`,
    `${changing} 202609`,
  ]);
});

it('every version has a source, and a real date or none', () => {
  for (const { version, sunsetAt, source } of LINKEDIN_VERSIONS) {
    expect(version).toMatch(/^20\d\d(0[1-9]|1[0-2])$/);
    expect(sunsetAt === null || new Date(`${sunsetAt}T00:00:00Z`).toISOString().startsWith(sunsetAt)).toBe(true);
    expect(source).toMatch(/checked \d{4}-\d\d$/);
  }
});
