import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { shareBrowser } from '@fanfare/harness/browser';
import { rolldown } from 'rolldown';

const PAGE = '<!doctype html><title>app</title><script type="module" src="/app.js"></script>';

/**
 * Builds an application for browsers, serves it with what lies in `publicFolder`, and returns what
 * its page says in Chromium.
 */
export async function showPage(app: string, publicFolder: string): Promise<string> {
  const scripts = await bundle(app);
  const worker = readFileSync(path.join(publicFolder, 'mockServiceWorker.js'), 'utf8');
  const files = new Map([...scripts, ['mockServiceWorker.js', worker] as const]);
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    const text = name === '' ? PAGE : files.get(name);
    const type = name === '' ? 'text/html' : 'text/javascript';
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const browser = await shareBrowser();
  try {
    const page = await browser.newPage();
    // A server that listens on a port has an address of this kind (Node, `server.address()`).
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await page.waitForFunction('document.body.textContent !== ""');
    return (await page.textContent('body')) ?? '';
  } finally {
    await browser.close();
    server.close();
  }
}

async function bundle(input: string): Promise<readonly (readonly [string, string])[]> {
  const build = await rolldown({
    input,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.generate({ format: 'esm', entryFileNames: 'app.js' });
  await build.close();
  return output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : []));
}
