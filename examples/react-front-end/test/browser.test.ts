// @vitest-environment node
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { launchBrowser } from '@fanfare/harness/browser';
import { startProgram } from '@fanfare/harness/testing';
import type { Browser, Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-react-'));
/** Vite's own command, as `npm run` starts it: the environment of tests would make another build. */
const vite = (...args: string[]) => {
  const bin = path.join(root, 'node_modules/vite/bin/vite.js');
  const { PATH, HOME } = process.env;
  return startProgram(process.execPath, [bin, args[0] ?? 'dev', root, ...args.slice(1)], { PATH, HOME });
};

async function build(...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await vite('build', ...args).ended;
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
}

let server: PreviewServer;
let browser: Browser;
let url = '';

beforeAll(async () => {
  const outDir = path.join(folder, 'mock');
  await build('--mode', 'mock', '--outDir', outDir);
  server = await preview({ root, mode: 'mock', logLevel: 'silent', build: { outDir }, preview: { port: 0 } });
  url = server.resolvedUrls?.local[0] ?? '';
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The app on a screen of this width, and the messages of its console. */
async function open(width: number, search = ''): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 844 } });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'log' && message.type() !== 'debug') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${url}${search}`);
  await page.getByRole('heading', { name: 'New post' }).waitFor();
  return { page, complaints };
}

const overflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

test.each([1280, 390])(
  'at %d px a post is published, its failed target sent again, and everything fits',
  async (width) => {
    const { page, complaints } = await open(width);
    await page.evaluate("mock.networks.x.failNext('network_unavailable')");
    await page.getByRole('button', { name: 'Fill in an example' }).click();
    await page.getByText('Every network takes it.').waitFor();
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Publish to 4 accounts' }).click();
    const post = page.getByRole('article').last();
    await post.getByText('Partly published').waitFor();
    expect(await post.getByRole('listitem').locator('.outcome').allTextContents()).toEqual([
      'Published',
      'Published',
      'Failed',
      'Published',
    ]);
    expect(await overflow(page)).toBe(0);
    await post.getByRole('button', { name: 'Send again to X' }).click();
    await page.getByRole('article').nth(1).waitFor();
    expect(await page.getByRole('article').first().getByRole('listitem').allTextContents()).toEqual([
      'XX, adaPublished',
    ]);
    expect(await post.getByRole('button').count()).toBe(0);
    expect(
      await page
        .locator('img')
        .first()
        .evaluate((image) => Reflect.get(image, 'naturalWidth')),
    ).toBeGreaterThan(0);
    expect([await overflow(page), complaints]).toEqual([0, []]);
    await page.close();
  },
);

test('with the keyboard alone a post is written, scheduled and cancelled', async () => {
  const { page, complaints } = await open(390);
  const focused = (): Promise<unknown> =>
    page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.id");
  const tabTo = async (isThere: () => Promise<boolean>): Promise<void> => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (await isThere()) return;
    }
    throw new Error('It cannot be reached with the keyboard.');
  };
  const isOn = (name: string) => async (): Promise<boolean> => {
    const button = page.getByRole('button', { name });
    return (await button.count()) === 1 && button.evaluate((element) => element.matches(':focus'));
  };
  await tabTo(async () => (await focused()) === 'Instagram, ada');
  expect(await page.evaluate("getComputedStyle(document.activeElement.closest('.chip')).outlineStyle")).toBe('solid');
  await page.keyboard.press('Space');
  await tabTo(async () => (await focused()) === 'content');
  await page.keyboard.type('Good morning');
  await tabTo(() => page.locator('input[type="datetime-local"]').evaluate((element) => element.matches(':focus')));
  await page.keyboard.type('01012099');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0800AM');
  await page.getByText('Every network takes it.').waitFor();
  await tabTo(isOn('Schedule to 3 accounts'));
  await page.keyboard.press('Enter');
  await page.getByText('Scheduled', { exact: true }).waitFor();
  await tabTo(isOn('Do not publish'));
  await page.keyboard.press('Enter');
  await page.getByText('Cancelled', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

test('?scenario= selects the scenario, and an expired account is reconnected', async () => {
  const { page, complaints } = await open(390, '?scenario=expired-account');
  expect(await page.getByRole('combobox', { name: 'Scenario' }).inputValue()).toBe('expired-account');
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Reconnect Instagram' }).click();
  await page.getByText('ada on Instagram is connected.').waitFor();
  expect(page.url()).toBe(`${url}?scenario=expired-account`);
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('quota-reached');
  await page.getByText('0 of 100 units left').waitFor();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await page.getByRole('button', { name: 'Publish to 4 accounts' }).click();
  // In view, although the button is far down.
  const alert = page.getByRole('alert').filter({ hasText: 'This post needs 4 of your plan’s 100 units' });
  await alert.waitFor();
  expect((await alert.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await alert.getByRole('button', { name: 'Close' }).click();
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 429')]);
  expect([await overflow(page), complaints]).toEqual([0, []]);
  await page.close();
});

test('dev prints the address of the app, and serves the worker with it', async () => {
  const program = vite('dev', '--port', '0');
  const [at = ''] = /http:\S+/.exec(stripVTControlCharacters(await program.prints('/\n'))) ?? [];
  expect(await (await fetch(at)).text()).toContain('src="/src/main.tsx');
  expect((await fetch(`${at}mockServiceWorker.js`)).headers.get('content-type')).toBe('text/javascript');
  program.kill('SIGTERM');
  await program.ended;
});

test('the production build contains no mock', async () => {
  const outDir = path.join(folder, 'production');
  await build('--outDir', outDir);
  const files = readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'));
  expect(files.map((name) => name.replace(/-[\w-]{8}\./, '.')).sort()).toEqual([
    'assets/index.css',
    'assets/index.js',
    'index.html',
  ]);
  const script = readFileSync(path.join(outDir, files.find((name) => name.endsWith('.js')) ?? ''), 'utf8');
  expect(script).toContain('the-back-end-knows-it');
  expect(script).not.toContain('everything-works');
});
