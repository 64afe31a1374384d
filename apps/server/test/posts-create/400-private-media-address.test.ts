import { describe, expect, test } from 'vitest';
import { type Person, useServer } from '../use-server.ts';

const judged = async (ana: Person, item: Record<string, unknown>) => {
  const reply = await ana.publish({ content: 'Look', mediaItems: [item] });
  const { error } = reply.body as unknown as { error?: { code: string; details: Record<string, unknown>[] } };
  return { status: reply.status, code: error?.code, details: error?.details };
};

const PRIVATE = [
  'http://127.0.0.1/a.jpg',
  'http://127.1/a.jpg',
  'http://127.255.255.254:8080/a.jpg',
  'http://2130706433/a.jpg',
  'http://0x7f000001/a.jpg',
  'http://0x7f.0.0.1/a.jpg',
  'http://0177.0.0.1/a.jpg',
  'http://%31%32%37.0.0.1/a.jpg',
  'http://１２７.０.０.１/a.jpg',
  'http://127。0。0。1/a.jpg',
  'http://127.0.0.1./a.jpg',
  'http://0/a.jpg',
  'http://0.0.0.0/a.jpg',
  'http://10.0.0.1/a.jpg',
  'http://10.255.255.255/a.jpg',
  'http://172.16.0.1/a.jpg',
  'http://172.31.255.255/a.jpg',
  'http://192.168.1.1/a.jpg',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/a.jpg',
  'http://100.64.0.1/a.jpg',
  'http://198.18.0.1/a.jpg',
  'http://224.0.0.1/a.jpg',
  'http://255.255.255.255/a.jpg',
  'http://[::1]/a.jpg',
  'http://[0:0:0:0:0:0:0:1]/a.jpg',
  'http://[::]/a.jpg',
  'http://[::ffff:127.0.0.1]/a.jpg',
  'http://[::ffff:7f00:1]/a.jpg',
  'http://[::ffff:10.0.0.1]/a.jpg',
  'http://[64:ff9b::10.0.0.1]/a.jpg',
  'http://[fe80::1]/a.jpg',
  'http://[fc00::1]/a.jpg',
  'http://[fd12:3456:789a::1]/a.jpg',
  'http://[2002:7f00:1::]/a.jpg',
  'http://localhost/a.jpg',
  'http://LOCALHOST:3000/a.jpg',
  'http://localhost./a.jpg',
  'http://app.localhost/a.jpg',
  'http://printer.local/a.jpg',
  'http://db.internal/a.jpg',
  'http://nas.home.arpa/a.jpg',
  'http://intranet/a.jpg',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://metadata.goog/a.jpg',
];

describe('an installation that allows no host', () => {
  const server = useServer({ env: { EGRESS_ALLOWED_HOSTS: '' } });
  let ana: Person;

  test.each(PRIVATE)('%s is refused', async (url) => {
    ana ??= await server.person('threads');
    const message = `${new URL(url).host} is a private address. Use a URL that can be reached from the public internet.`;
    const detail = { platform: 'threads', accountId: ana.account.id, rule: 'media.url.private', message };
    expect(await judged(ana, { type: 'image', url })).toEqual({
      status: 400,
      code: 'invalid_post',
      details: [{ path: 'platforms[0].mediaItems[0].url', ...detail }],
    });
  });

  test('a cover is judged as well, also where covers have no effect', async () => {
    const item = { type: 'video', url: server.sandbox.sample('clip.mp4'), coverUrl: 'http://192.168.0.2/cover.jpg' };
    const details = [{ path: 'platforms[0].mediaItems[0].coverUrl', rule: 'media.url.private' }];
    expect(await judged(ana, item)).toMatchObject({ status: 400, code: 'invalid_post', details });
  });

  test('the origins of the configured networks are exempt, here the sandbox’s own', async () => {
    expect(await judged(ana, { type: 'image', url: server.sandbox.sample('beans.jpg') })).toMatchObject({
      status: 201,
    });
  });

  test.each([
    'http://user@example.com/a.jpg',
    'https://u:p@127.0.0.1/a.jpg',
    'ftp://example.com/a.jpg',
    '//127.0.0.1/a.jpg',
    'http:/127.0.0.1',
    'file:///etc/passwd',
    'data:image/png;base64,aaaa',
    'http://exa mple.com/',
    'http://example.com\\@127.0.0.1/',
  ])('%s has not even the shape of a media address', async (url) => {
    expect(await judged(ana, { type: 'image', url })).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test('nothing of all this reached the network', async () => {
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
    // What is let in is Meta's to fetch, who cannot.
    await ana.control('fetch-failure', { times: 3 });
    expect((await judged(ana, { type: 'image', url })).status).toBe(status);
  });
});
