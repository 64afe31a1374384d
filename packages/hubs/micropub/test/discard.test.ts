import { factsOf, makeCall, type Script, scriptedHub } from '@fanfare/hub/testing';
import { describe, expect, it } from 'vitest';
import { createMicropub } from '../src/index.ts';
import { refusal } from './replies.ts';

const { publish } = createMicropub();
const UPLOADS = ['https://files.test/1.jpg', 'https://files.test/2.jpg'];

async function discard(script: Script, uploads = UPLOADS) {
  const server = await scriptedHub({ 'GET /micropub': { json: { 'media-endpoint': '/media' } }, ...script });
  const call = makeCall(server, { type: 'micropub', apiUrl: `${server.url}/micropub` });
  const steps = uploads.map((handle, ordinal) => ({ kind: 'media', ordinal, handle }) as const);
  const ended = publish.discard?.(call, steps) ?? Promise.resolve();
  ended.catch(() => {});
  return { server, ended };
}

describe('discarding the uploads of a failed publish', () => {
  it('deletes each at the media endpoint', async () => {
    const { server, ended } = await discard({ 'POST /media': { json: {} } });
    await ended;
    expect(
      server.requests.slice(1).map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString()))),
    ).toEqual(UPLOADS.map((url) => ({ action: 'delete', url })));
  });

  it.each([
    ['the server does not delete files', refusal(400, 'invalid_request')],
    ['the file is gone', refusal(404, 'not_found')],
  ])('is a success when %s', async (_, reply) => {
    const { server, ended } = await discard({ 'POST /media': reply });
    await ended;
    expect(server.lines()).toEqual(['GET /micropub', 'POST /media', 'POST /media']);
  });

  it('goes on after a fault, and reports it', async () => {
    const { server, ended } = await discard({ 'POST /media': [refusal(403, 'insufficient_scope'), { json: {} }] });
    expect((await factsOf(ended)).code).toBe('permission_missing');
    expect(server.lines()).toHaveLength(3);
  });

  it('calls nothing where nothing was uploaded', async () => {
    const without = await discard({ 'GET /micropub': { json: {} } });
    await without.ended;
    const ofText = await discard({}, []);
    await ofText.ended;
    expect([without.server.lines(), ofText.server.lines()]).toEqual([['GET /micropub'], []]);
  });
});
