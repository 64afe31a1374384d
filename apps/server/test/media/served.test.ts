import { expect, test } from 'vitest';
import { sendRaw } from '../raw-http.ts';
import { until } from '../until.ts';
import { useMediaServer } from './use-media-server.ts';

const server = useMediaServer();
const CONTENT = '0123456789';
const ETAG = `"${'ab'.repeat(32)}"`;

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(url, { method, headers, redirect: 'manual' });

test('a file is served with all that networks and browsers need, and no cookie', async () => {
  const { url } = await server.host(CONTENT, { filename: 'Schöne Grüße.jpg' });
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(url, {}, method);
    const { headers } = answer;
    expect([answer.status, await answer.text()]).toEqual([200, method === 'GET' ? CONTENT : '']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10',
      'content-disposition': 'inline; filename="Schone-Gru-e.jpg"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: ETAG,
    });
    expect(headers.get('Set-Cookie')).toBeNull();
  }
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=8-', 206, '89', 'bytes 8-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
  ['bytes=0-1,1-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=0-1,8-9', 200, CONTENT, null],
  ['pages=1-2', 200, CONTENT, null],
  ['bytes=10-', 416, '', 'bytes */10'],
])('the range %s is answered with %i', async (range, status, body, contentRange) => {
  const { url } = await server.host(CONTENT);
  const answer = await get(url, { Range: range });
  expect([answer.status, await answer.text(), answer.headers.get('Content-Range')]).toEqual([
    status,
    body,
    contentRange,
  ]);
});

test('a reader with the same file gets no bytes, and a changed one gets all instead of a part', async () => {
  const { url } = await server.host(CONTENT);
  // `fetch` adds that it wants no cached answer.
  const { pathname } = new URL(url);
  const known = await sendRaw(
    server.baseUrl,
    `GET ${pathname} HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\nIf-None-Match: ${ETAG}\r\n\r\n`,
  );
  expect([known.status, known.text, known.headers.get('ETag')]).toEqual([304, '', ETAG]);
  const part = (etag: string) => get(url, { Range: 'bytes=0-3', 'If-Range': etag });
  expect([(await part(ETAG)).status, (await part('"other"')).status]).toEqual([206, 200]);
});

test.each(['image/svg+xml', 'text/html', 'application/pdf', 'application/octet-stream'])(
  '%s is downloaded and never shown',
  async (contentType) => {
    const { url } = await server.host('<svg onload="alert(1)"/>', { contentType, filename: 'evil.svg' });
    const { headers } = await get(url);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="evil.svg"');
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
  },
);

test('an unknown, malformed or awaited file is not found, and nothing else is allowed', async () => {
  const awaited = await server.announce();
  const urls = [
    server.addresses.urlOf(awaited),
    `${server.baseUrl}/m/${'0'.repeat(32)}/a.jpg`,
    `${server.baseUrl}/m/..%2f..%2fetc/passwd`,
  ];
  for (const url of urls) {
    const answer = await get(url);
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      'not_found',
    ]);
    expect(answer.headers.get('Cache-Control')).toBeNull();
  }
  const { url } = await server.host(CONTENT);
  const posted = await get(url, {}, 'POST');
  expect([posted.status, posted.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});

test('a file that the store has lost is not found, and the log says so', async () => {
  const { key, url } = await server.host(CONTENT);
  await server.store.remove(key);
  expect((await get(url)).status).toBe(404);
  await until(async () => server.log().includes('the store has lost a hosted file') || null);
  expect(server.log()).not.toContain(key);
});

test('a reader that stops in the middle is no failure', async () => {
  const { url } = await server.host('x'.repeat(8_000_000));
  const before = server.log().length;
  const stop = new AbortController();
  const answer = await fetch(url, { signal: stop.signal });
  await answer.body!.getReader().read();
  stop.abort();
  const line = await until(async () => {
    const since = server.log().slice(before);
    return since.includes('"disconnected":true') ? since : null;
  });
  expect(line).not.toContain('"level":50');
});

test('robots may fetch hosted files', async () => {
  const answer = await get(`${server.baseUrl}/robots.txt`);
  expect([answer.status, answer.headers.get('Content-Type'), await answer.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'User-agent: *\nAllow: /m/\nDisallow: /uploads/\n',
  ]);
});
