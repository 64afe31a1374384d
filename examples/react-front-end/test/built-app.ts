import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@fanfare/harness/browser';
import { startProgram } from '@fanfare/harness/testing';
import type { Browser, Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Vite's own command, as `npm run` starts it: the environment of tests would make another build.
 */
export const vite = (...args: string[]) => {
  const bin = path.join(root, 'node_modules/vite/bin/vite.js');
  const { PATH, HOME } = process.env;
  return startProgram(process.execPath, [bin, args[0] ?? 'dev', root, ...args.slice(1)], { PATH, HOME });
};

export async function build(...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await vite('build', ...args).ended;
  if (code !== 0) throw new Error(`${stdout}${stderr}`);
}

export const overflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** The app with its mock, built once for the tests of a file. */
export function builtApp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-react-'));
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
  async function open(width: number, search = ''): Promise<{ page: Page; complaints: string[]; url: string }> {
    const page = await browser.newPage({ viewport: { width, height: 844 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'log' && message.type() !== 'debug') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${url}${search}`);
    await page.getByRole('heading', { name: 'New post' }).waitFor();
    return { page, complaints, url };
  }

  /** Publishes a post of which a target fails, and sends that again. */
  async function publishPartly(width: number): Promise<void> {
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
  }

  return { folder, open, publishPartly };
}
