import { describe, expect, test } from 'vitest';
import { type Person, useServer } from '../../use-server.ts';

const judged = async (ana: Person, item: Record<string, unknown>) => {
  const reply = await ana.publish({ content: 'Look', mediaItems: [item] });
  const { error } = reply.body as unknown as { error?: { code: string; details: Record<string, unknown>[] } };
  return { status: reply.status, code: error?.code, details: error?.details };
};

describe('an installation that allows no host', () => {
  const server = useServer({ env: { EGRESS_ALLOWED_HOSTS: '' } });
  let ana: Person;

  test('a cover is checked as well, also where covers have no effect', async () => {
    ana = await server.person('threads');
    const item = { type: 'video', url: server.sandbox.sample('clip.mp4'), coverUrl: 'http://192.168.0.2/cover.jpg' };
    const details = [{ path: 'platforms[0].mediaItems[0].coverUrl', rule: 'media.url.private' }];
    expect(await judged(ana, item)).toMatchObject({ status: 400, code: 'invalid_post', details });
  });

  test('the origins of the configured networks are exempt, here the sandbox’s own', async () => {
    expect(await judged(ana, { type: 'image', url: server.sandbox.sample('beans.jpg') })).toMatchObject({
      status: 201,
    });
  });

  test('no request reached the network', async () => {
    expect((await ana.writes()).filter((write) => write.endsWith('threads_publish'))).toHaveLength(1);
  });
});

describe('an installation that allows two hosts', () => {
  const server = useServer({ env: { EGRESS_ALLOWED_HOSTS: 'Media.Internal,10.0.0.9:8443' } });
  let ana: Person;

  test.each([
    ['http://media.internal/a.jpg', 201],
    ['https://MEDIA.internal:9000/a.jpg', 201],
    ['https://10.0.0.9:8443/a.jpg', 201],
    ['https://10.0.0.9/a.jpg', 400],
    ['http://10.0.0.9:8444/a.jpg', 400],
    ['http://sub.media.internal/a.jpg', 400],
    ['http://media.internal.evil.local/a.jpg', 400],
    ['http://10.0.0.8:8443/a.jpg', 400],
  ])('%s answers %i', async (url, status) => {
    ana ??= await server.person('threads');
    // Meta fetches from an allowed host, and cannot.
    await ana.control('fetch-failure', { times: 3 });
    expect((await judged(ana, { type: 'image', url })).status).toBe(status);
  });
});
