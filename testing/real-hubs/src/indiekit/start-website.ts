import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown; charset=utf-8',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
};

/**
 * The website of a person who publishes with Indiekit: its home page names the endpoints, and every
 * post is at its address, as the file from which a site generator makes the page.
 */
export async function startWebsite(
  content: string,
  { endpoints }: { readonly endpoints: string },
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const links = [
    ['micropub', '/micropub'],
    ['authorization_endpoint', '/auth'],
    ['token_endpoint', '/auth/token'],
  ].map(([rel, at]) => `<link rel="${rel}" href="${endpoints}${at}">`);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>A website</title>${links.join('')}`);
      return;
    }
    const asked = path.join(content, path.posix.normalize(decodeURIComponent(pathname)));
    const file = [asked, `${asked}.md`].find((name) => existsSync(name) && statSync(name).isFile());
    response.statusCode = file === undefined ? 404 : 200;
    if (file === undefined) return void response.end();
    response.setHeader('content-type', TYPES[path.extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
