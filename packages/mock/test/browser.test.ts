import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type SharedBrowser, shareBrowser } from '@fanfare/harness/browser';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createMock } from '../src/index.ts';
import { fanfareFixture } from '../src/playwright.ts';
import { serveMock } from '../src/server/index.ts';
import { bundleForBrowser } from './bundle-for-browser.ts';
import { callerOf } from './call-mock.ts';

const ENTRY = `
import { createMock } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { setupWorker } from 'msw/browser';
Object.assign(window, { createMock, mswHandlers, setupWorker });
`;

let browser: SharedBrowser;
let page: Page;
let site: { readonly url: string; close(): void };

beforeAll(async () => {
  const files: Record<string, readonly [string, string]> = {
    '/': ['text/html', '<!doctype html><title>app</title><script type="module" src="/app.js"></script>'],
    '/app.js': ['text/javascript', await bundleForBrowser(ENTRY, { isWhole: true })],
    '/mockServiceWorker.js': [
      'text/javascript',
      readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8'),
    ],
    '/done': ['text/html', '<!doctype html><title>done</title>'],
  };
  const server = createServer((request, response) => {
    const [type, text] = files[new URL(request.url ?? '/', 'http://site').pathname] ?? ['text/plain', ''];
    response.writeHead(text === '' ? 404 : 200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  site = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
  browser = await shareBrowser();
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});
afterEach(() => page?.close());

async function open(): Promise<Page> {
  page = await browser.newPage();
  await page.goto(site.url);
  await page.waitForFunction('"createMock" in window');
  return page;
}

test('the mock alone needs nothing of Node and stays small', async () => {
  const code = await bundleForBrowser(
    "import { createMock } from '@fanfare/mock'; globalThis.createMock = createMock;",
  );
  const gzipKilobytes = gzipSync(code).length / 1024;
  console.info(`@fanfare/mock for browsers: ${gzipKilobytes.toFixed(1)} KB gzip`);
  expect(gzipKilobytes).toBeLessThan(90);
});

test('in Chromium the mock itself publishes and travels in time', async () => {
  const outcome = await (await open()).evaluate(`(async () => {
    const mock = createMock();
    const { x } = mock.scenario('everything-works');
    const headers = { authorization: 'Bearer ' + mock.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ content: 'Hello', publishAt: '2026-11-20T10:00:00Z', platforms: [{ platform: 'x', accountId: x.id }], idempotencyKey: 'a' });
    const created = await mock.fetch(mock.baseUrl + '/api/v1/posts', { method: 'POST', headers, body });
    await mock.clock.advance(3600000);
    const { posts } = await (await mock.fetch(mock.baseUrl + '/api/v1/posts', { headers })).json();
    return [created.status, posts[0].status];
  })()`);
  expect(outcome).toEqual([202, 'published']);
});

test('in Chromium a service worker of msw answers the page’s own fetch', async () => {
  const outcome = await (await open()).evaluate(`(async () => {
    const mock = createMock();
    const { x } = mock.scenario('one-target-fails');
    const worker = setupWorker(...mswHandlers(mock));
    await worker.start({ quiet: true });
    const headers = { authorization: 'Bearer ' + mock.apiKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ content: 'Hello', platforms: [{ platform: 'x', accountId: x.id }], idempotencyKey: 'a' });
    const created = await fetch(mock.baseUrl + '/api/v1/posts', { method: 'POST', headers, body });
    const { post } = await created.json();
    const unknown = await fetch(mock.baseUrl + '/api/v1/accounts');
    return [created.status, post.targets[0].errorDetail.code, unknown.status];
  })()`);
  expect(outcome).toEqual([201, 'duplicate_content', 401]);
});

test('with the Playwright fixture the user of a page connects an account by pressing buttons', async () => {
  const opened = await open();
  await fanfareFixture()({ page: opened }, async (mock) => {
    const connecting = await callerOf(mock)('POST', '/accounts/connect', {
      platform: 'x',
      redirectUrl: `${site.url}/done?tenant=7`,
    });
    const { authUrl } = connecting.body as { authUrl: string };
    await opened.goto(authUrl);
    await opened.getByRole('button', { name: 'Continue to X' }).click();
    await opened.getByRole('textbox', { name: 'Account' }).fill('grace');
    await opened.getByRole('button', { name: 'Approve' }).click();
    await opened.waitForURL(`${site.url}/done**`);
    const { accounts } = (await callerOf(mock)('GET', '/accounts')).body as { accounts: { id: string }[] };
    expect(accounts).toMatchObject([{ username: 'grace', status: 'active' }]);
    expect(opened.url()).toBe(
      `${site.url}/done?tenant=7&status=success&accountId=${accounts[0]!.id}&platform=x&username=grace`,
    );
    const status = await opened.evaluate(
      `fetch('${mock.baseUrl}/api/v1/usage', { headers: { authorization: 'Bearer ${mock.apiKey}' } }).then((r) => r.status).catch(String)`,
    );
    expect(status).toBe(200);
  });
});

test('in Chromium a user passes the pages of a standalone mock, which look as they should within their policies', async () => {
  const { mock, url, close } = await serveMock();
  try {
    const opened = await browser.newPage();
    page = opened;
    const refused: string[] = [];
    opened.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
    const redirectUrl = `${site.url}/done`;
    const connecting = await callerOf(mock)('POST', '/accounts/connect', { platform: 'threads', redirectUrl });
    await opened.goto((connecting.body as { authUrl: string }).authUrl);
    const colour = () => opened.evaluate("getComputedStyle(document.querySelector('button')).backgroundColor");
    const orange = 'rgb(194, 65, 12)';
    expect(await colour()).toBe(orange);
    await opened.getByRole('button', { name: 'Continue to Threads' }).click();
    const approve = opened.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    expect(await colour()).toBe(orange);
    expect(opened.url()).toMatch(new RegExp(`^${url}/mock-networks/threads`));
    await opened.getByRole('checkbox', { name: 'Without the permission for metrics' }).check();
    await approve.click();
    await opened.waitForURL(`${redirectUrl}?status=success**`);
    expect(refused).toEqual([]);
  } finally {
    await close();
  }
});

test('mocks of different tests know nothing of each other', () => {
  const one = createMock();
  one.scenario('everything-works');
  expect(createMock().scenario('everything-works')).toEqual(createMock().scenario('everything-works'));
});
