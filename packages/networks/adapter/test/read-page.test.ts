import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createPageReader } from '../src/read-page.ts';

const html = (head: string) => `<!doctype html><html><head>${head}</head><body><p>Text</p></body></html>`;
const NEVER = new AbortController().signal;
const NOTHING = { title: null, description: null, imageUrl: null };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const page = (body: string | Buffer, type = 'text/html; charset=utf-8') =>
  serve((_request, response) => response.writeHead(200, { 'content-type': type }).end(body));

const reader = (allowedHosts: readonly string[] = ['127.0.0.1'], limits = {}) =>
  createPageReader({ egress: { allowedHosts, trustedOrigins: [] }, limits });

test('reads the Open Graph data of a page and makes its image absolute', async () => {
  const origin = await page(
    html(`<title>Shop</title><meta name="description" content="Not this.">
      <meta property="og:title" content="Rye &amp; more"><meta property="og:description" content="Fresh
        from six."><meta property="og:image" content="/rye.jpg"><meta property="og:image" content="/second.jpg">`),
  );
  expect(await reader()(`${origin}/blog/`, NEVER)).toEqual({
    ok: true,
    page: { title: 'Rye & more', description: 'Fresh from six.', imageUrl: `${origin}/rye.jpg` },
  });
});

test.each([
  [
    'falls back to other metadata',
    '<meta name="twitter:title" content="T"><meta name="twitter:image" content="//a.example/i.png">',
    { title: 'T', imageUrl: 'http://a.example/i.png' },
  ],
  [
    'its title and description',
    '<title> A  page </title><meta name="Description" content="D">',
    { title: 'A page', description: 'D' },
  ],
  [
    'its base',
    '<base href="https://b.example/x/"><meta property="og:image" content="i.png">',
    { imageUrl: 'https://b.example/x/i.png' },
  ],
  [
    'no image that is not a web address',
    '<meta property="og:image" content="data:image/png;base64,AA=="><title>T</title>',
    { title: 'T' },
  ],
  ['a long title cut', `<title>${'a'.repeat(500)}</title>`, { title: 'a'.repeat(200) }],
  ['no code as a title', '<script>document.write("<title>No</title>")</script><title>Yes</title>', { title: 'Yes' }],
  ['nothing from an empty page', '', {}],
])('a page without it gives %s', async (_, head, facts) => {
  const origin = await page(html(head));
  expect(await reader()(origin, NEVER)).toEqual({ ok: true, page: { ...NOTHING, ...facts } });
});

test('other character sets are read, by the header or by the page', async () => {
  const bytes = Buffer.from(html('<meta charset="iso-8859-1"><title>Café</title>'), 'latin1');
  for (const type of ['text/html', 'text/html; charset=ISO-8859-1', 'text/html; charset=nonsense'])
    expect(await reader()(await page(bytes, type), NEVER)).toMatchObject({ page: { title: 'Café' } });
});

test('redirects are followed hop by hop, each address checked again', async () => {
  const target = await page(html('<title>There</title>'));
  const at = (location: string) => serve((_request, response) => response.writeHead(302, { location }).end());
  expect(await reader()(await at(target), NEVER)).toMatchObject({ ok: true, page: { title: 'There' } });
  // The first hop is allowed by name and port, the second is a private address like any other.
  const first = await at(target);
  expect(await reader([new URL(first).host])(first, NEVER)).toEqual({ ok: false, why: 'its address gave no answer' });
  for (const forbidden of ['http://169.254.169.254/latest', 'http://[::1]/', 'file:///etc/passwd', 'http://10.0.0.1/'])
    expect(await reader()(await at(forbidden), NEVER)).toEqual({ ok: false, why: 'its address gave no answer' });
  const circle = await serve((request, response) => response.writeHead(301, { location: `${request.url}a` }).end());
  expect(await reader()(circle, NEVER)).toEqual({ ok: false, why: 'its address redirects too often' });
});

test.each([
  ['private', 'http://127.0.0.1:9/', 'its address gave no answer'],
  ['of no web', 'ftp://a.example/', 'its address gave no answer'],
  ['no address', 'nonsense', 'its address gave no answer'],
])('an address that is %s is not contacted', async (_, url, why) => {
  expect(await reader([])(url, NEVER)).toEqual({ ok: false, why });
});

test('a page with a Content-Encoding that compresses nothing is read', async () => {
  const stored = await serve((_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'aws-chunked,' })
      .end('<title>Rye</title>'),
  );
  expect(await reader()(stored, NEVER)).toMatchObject({ ok: true, page: { title: 'Rye' } });
});

test('a response that is not a page is not read', async () => {
  const status = await serve((_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end());
  expect(await reader()(status, NEVER)).toEqual({ ok: false, why: 'its address answered with status 404' });
  expect(await reader()(await page('{}', 'application/json'), NEVER)).toEqual({ ok: false, why: 'it is no HTML page' });
  const zipped = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('x'),
  );
  expect(await reader()(zipped, NEVER)).toEqual({ ok: false, why: 'its server sent it compressed' });
  const cut = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' }).write('<title>T');
    setImmediate(() => response.destroy());
  });
  expect(await reader()(cut, NEVER)).toEqual({ ok: false, why: 'its address gave no answer' });
});

test('an endless page is read as far as its head, a silent one for a limited time', async () => {
  const endless = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write(html('<title>Long</title>'));
    const more = () => {
      if (!response.destroyed) response.write('a'.repeat(64 * 1024), () => setImmediate(more));
    };
    more();
  });
  expect(await reader()(endless, NEVER)).toMatchObject({ ok: true, page: { title: 'Long' } });
  const silent = await serve(() => undefined);
  expect(await reader(['127.0.0.1'], { totalMs: 50 })(silent, NEVER)).toEqual({
    ok: false,
    why: 'it did not answer in time',
  });
  expect(await reader()(silent, AbortSignal.abort())).toEqual({ ok: false, why: 'it did not answer in time' });
});
