import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { docUrl, REQUEST_ERROR_CODES, TARGET_ERROR_CODES, targetDocUrl } from '@fanfare/contract';
import { axeFindings } from '@fanfare/harness/axe';
import { launchBrowser } from '@fanfare/harness/browser';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deadLinks } from '../src/site/dead-links.ts';
import { buildSite } from './build-site.ts';

const DOCS = fileURLToPath(new URL('..', import.meta.url));
const DIST = path.join(DOCS, 'dist');

let service: RunningService;
let browser: Awaited<ReturnType<typeof launchBrowser>>;

beforeAll(buildSite, 0);
beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test('every link of the built site leads somewhere; one that does not is found', () => {
  expect(deadLinks(DIST)).toEqual([]);
  const copy = mkdtempSync(path.join(tmpdir(), 'fanfare-site-'));
  try {
    cpSync(DIST, copy, { recursive: true });
    const page = path.join(copy, 'troubleshooting.html');
    const broken = '<a href="./nowhere">a</a><a href="./errors#no_such_code">b</a>';
    writeFileSync(page, readFileSync(page, 'utf8').replace('</body>', `${broken}</body>`));
    expect(deadLinks(copy)).toEqual([
      'troubleshooting.html: ./nowhere: there is no such page',
      'troubleshooting.html: ./errors#no_such_code: there is no such anchor',
    ]);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test('every address that an error leads to is a place of a page that the server serves', async () => {
  const docs = `${service.baseUrl}/docs`;
  const promised = [
    ...REQUEST_ERROR_CODES.map((code) => docUrl(docs, code)),
    ...TARGET_ERROR_CODES.map((code) => targetDocUrl(docs, code)),
  ];
  const page = await (await fetch(`${docs}/errors`)).text();
  const ids = new Set([...page.matchAll(/<h\d id="([^"]+)"/g)].map(([, id]) => id));
  expect(promised.filter((url) => !ids.has(new URL(url).hash.slice(1)))).toEqual([]);
});

test('llms-full.txt is the text of the guides and of the API', async () => {
  const read = async (name: string) => (await fetch(`${service.baseUrl}/docs/${name}`)).text();
  const full = await read('llms-full.txt');
  for (const name of ['quick-start-sdk.md', 'errors.md', 'api/posts.md'])
    expect(full).toContain((await read(name)).trim());
});

test('every page of the sidebar is Markdown at its address with .md', async () => {
  const text = await (await fetch(`${service.baseUrl}/docs/llms.txt`)).text();
  const addresses = [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, address]) => address ?? '');
  expect(addresses.length).toBeGreaterThan(25);
  for (const address of addresses) {
    const response = await fetch(`${service.baseUrl}/docs/${address}`);
    expect([address, response.status, response.headers.get('content-type')]).toEqual([
      address,
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(await response.text()).toMatch(/^# /m);
  }
});

const PAGE_TYPES = [
  '',
  'all',
  'quick-start-sdk',
  'errors',
  'dashboard',
  'comparison',
  'api/',
  'api/posts',
  'api/types',
];
const REFERENCE = ['reference/sdk/', 'reference/sdk/posts', 'adr/', 'no-such-page'];

test.each(['light', 'dark'] as const)(
  'axe finds nothing on any type of page, in %s, at 1280 and 390 px, and no page breaks its policy',
  async (colorScheme) => {
    for (const width of [1280, 390]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !/404/.test(message.text())) errors.push(message.text());
      });
      for (const name of [...PAGE_TYPES, ...REFERENCE]) {
        await page.goto(`${service.baseUrl}/docs/${name}`);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        expect([name, width, await axeFindings(page), errors]).toEqual([name, width, [], []]);
      }
      await context.close();
    }
  },
);

test('the search finds a page by a word of its text', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${service.baseUrl}/docs/`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('stuck in the queue');
  await page.getByRole('option').first().click();
  await page.getByRole('heading', { name: 'It is stuck in the queue' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/troubleshooting');
  await page.close();
});

test.each([
  ['edit', 'can-i-edit-a-published-post'],
  ['delete', 'can-i-delete-a-published-post'],
  ['upload', 'can-i-upload-a-file'],
  ['time zone', 'which-time-zone'],
  ['pricing', 'what-is-the-pricing'],
  ['SSO', 'is-there-single-sign-on-sso'],
  ['CORS', 'blocked-by-cors-policy'],
])('the search for "%s" shows its answer first, and decisions after all others', async (words, anchor) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${service.baseUrl}/docs/`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill(words);
  await page.getByRole('option').first().waitFor();
  const found = (): Promise<string[]> =>
    page.locator('[role=option] a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  await expect.poll(async () => (await found())[0]).toBe(`/docs/troubleshooting#${anchor}`);
  const isDecision = (await found()).map((href) => href.startsWith('/docs/adr/'));
  expect(isDecision).toEqual(isDecision.toSorted());
  await page.close();
});

test('Copy page copies the Markdown of the page, and says so', async () => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/docs/api/posts`);
  await page.getByRole('button', { name: 'Copy page' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const markdown = await (await fetch(`${service.baseUrl}/docs/api/posts.md`)).text();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(markdown);
  expect(await page.getByRole('link', { name: 'Markdown' }).getAttribute('href')).toBe('/docs/api/posts.md');
  await context.close();
});

test('the dark mode that a reader chooses stays', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  const isDark = () => page.evaluate<boolean>("document.documentElement.classList.contains('dark')");
  await page.goto(`${service.baseUrl}/docs/errors`);
  expect(await isDark()).toBe(false);
  await page.getByRole('switch').first().click();
  expect(await isDark()).toBe(true);
  await page.goto(`${service.baseUrl}/docs/limits`);
  expect(await isDark()).toBe(true);
  await page.close();
});

test('no page is wider than a phone, and a table there shows the words of its header at each cell', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  const text = await (await fetch(`${service.baseUrl}/docs/llms.txt`)).text();
  const addresses = [...text.matchAll(/\]\(([^)]+)\.md\)/g)].map(([, address = '']) => address.replace(/index$/, ''));
  const wide: string[] = [];
  for (const address of ['', ...addresses]) {
    await page.goto(`${service.baseUrl}/docs/${address}`);
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) wide.push(address);
  }
  expect(wide).toEqual([]);
  await page.goto(`${service.baseUrl}/docs/comparison`);
  const cell = "document.querySelector('tbody td:nth-child(2)')";
  expect(await page.evaluate(`getComputedStyle(${cell}, '::before').content`)).toBe('"Fanfare"');
  await page.close();
});
