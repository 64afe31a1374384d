import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { launchBrowser } from '@fanfare/harness/browser';
import type { Page } from 'playwright-core';
import type { ConnectEnd, HubUser, Implementation, World } from '../implementation.ts';
import { bundlePage } from '../page/bundle-page.ts';
import type { PageAnswer, PageSuite } from '../page/page.ts';
import { readBody } from '../read-body.ts';

/** The mock in a page of a real Chromium: its `fetch` is answered by a service worker of msw. */
export async function startBrowser(): Promise<Implementation> {
  const [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction('"suite" in globalThis');
  return {
    name: 'browser',
    world: () => browserWorld(page),
    async stop() {
      await browser.close();
      site.close();
    },
  };
}

async function serveSite(): Promise<{ readonly url: string; close(): void }> {
  const worker = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  const program = [...(await bundlePage())].map(([name, code]) => [`/${name}`, ['text/javascript', code]] as const);
  const files = new Map<string, readonly [type: string, text: string]>([
    ['/', ['text/html', '<!doctype html><title>suite</title><script type="module" src="/page.js"></script>']],
    ['/mockServiceWorker.js', ['text/javascript', readFileSync(worker, 'utf8')]],
    ...program,
  ]);
  const server = createServer((request, response) => {
    const [type, text] = files.get(request.url ?? '') ?? ['text/plain', ''];
    response.writeHead(text === '' ? 404 : 200, { 'Content-Type': type }).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind (Node, `server.address()`).
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

/** The end of a walk as it leaves the page. */
type JsonEnd = Pick<ConnectEnd, 'page'> & { readonly redirectedTo: string | null; readonly earlier?: JsonEnd };

function toConnectEnd({ redirectedTo, page, earlier }: JsonEnd): ConnectEnd {
  const address = redirectedTo === null ? null : new URL(redirectedTo);
  return { redirectedTo: address, page, ...(earlier && { earlier: toConnectEnd(earlier) }) };
}

async function browserWorld(page: Page): Promise<World> {
  const run = <Name extends keyof PageSuite>(
    name: Name,
    ...args: Parameters<PageSuite[Name]>
  ): Promise<Awaited<ReturnType<PageSuite[Name]>>> =>
    page.evaluate(([called, given]) => Reflect.get(globalThis, 'suite')[called](...given), [
      name,
      JSON.parse(JSON.stringify(args)),
    ] as const);
  const { id, baseUrl } = await run('newWorld');
  const send: World['send'] = async (request) => {
    const { status, headers, text, isRaw }: PageAnswer = await run('send', id, request);
    const answered = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    return { status, headers: answered, body: readBody(answered, text), isRaw };
  };
  return {
    baseUrl,
    send,
    project: async (plan) => (await run('call', id, 'project', [plan])) as { apiKey: string },
    workspace: async (plans) => (await run('call', id, 'workspace', [plans])) as { apiKey: string }[],
    keyring: async (scope) => (await run('call', id, 'keyring', [scope])) as { apiKey: string; second: string },
    revokeKey: async (second) => void (await run('call', id, 'revokeKey', [second])),
    async walk(authUrl, consent, options) {
      return toConnectEnd((await run('call', id, 'walk', [authUrl, consent, options ?? {}])) as JsonEnd);
    },
    async breakService(code) {
      const { apiKey } = (await run('call', id, 'project', ['self_hosted'])) as { apiKey: string };
      await run('breakService', id, code);
      return { apiKey, send, repair: () => run('breakService', id, null) };
    },
    abandon: async (post, how) => void (await run('call', id, 'abandon', [post, how])),
    script: async (account, script) => void (await run('call', id, 'script', [account, script])),
    hubUser: async (...args) => (await run('call', id, 'hubUser', args)) as HubUser,
    hubKey: async (user) => String(await run('call', id, 'hubKey', [user])),
    hubCode: async (user) => String(await run('call', id, 'hubCode', [user])),
    addSpace: async (user, space) => void (await run('call', id, 'addSpace', [user, space])),
    scriptHub: async (user, script) => void (await run('call', id, 'scriptHub', [user, script])),
    lapse: async (account, how) => void (await run('call', id, 'lapse', [account, how])),
    ageLink: async (authUrl, ms) => void (await run('call', id, 'ageLink', [authUrl, ms])),
    remove: async (account, how) => void (await run('call', id, 'remove', [account, how])),
    now: async () => Number(await run('call', id, 'now', [])),
    pass: async (ms) => void (await run('call', id, 'pass', [ms])),
    file: (name) => `https://files.example.com/${name}`,
  };
}
