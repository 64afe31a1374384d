import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADA, at, EVERYTHING, HARBOUR, type Linkedin, sample, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const idOf = (answer: { headers: Headers }) => answer.headers.get('x-restli-id') ?? '';
const duplicate = (urn: string) => ({
  errorDetailType: 'com.linkedin.common.error.BadRequest',
  message: `com.linkedin.content.common.exception.BadRequestResponseException: Content is a duplicate of ${urn}`,
  errorDetails: { inputErrors: [{ description: 'Duplicate post is detected', input: {}, code: 'DUPLICATE_POST' }] },
  status: 422,
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

  it('are found by the bytes of the files, not by their URNs', async () => {
    const token = await li.connect('ada');
    const withImage = async (name: string) =>
      li.post(token, { commentary: 'look', content: { media: { id: await li.image(token, ADA, sample(name)) } } });
    const first = idOf(await withImage('harbour.jpg'));
    expect((await withImage('harbour.jpg')).body).toEqual(duplicate(first));
    expect((await withImage('roastery.jpg')).status).toBe(201);
    expect((await li.post(token, { commentary: 'look' })).status).toBe(201);
  });

  it('exist while the first one is up', async () => {
    const token = await li.connect('ada');
    const first = idOf(await li.post(token, { commentary: 'again' }));
    await li.rest(token, 'DELETE', `/rest/posts/${encodeURIComponent(first)}`);
    expect((await li.post(token, { commentary: 'again' })).status).toBe(201);
  });

  it('can name a post that does not open', async () => {
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

  it('distinguish a cut-off answer from a lost request', async () => {
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
