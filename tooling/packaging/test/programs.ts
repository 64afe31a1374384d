import type { Browser, Page } from 'playwright-core';
import type { Site } from './site.ts';

/** Publishes to the two networks that need least time, and asks for what there is not. */
export const PROGRAM = `
const fanfare = new Fanfare();
const { accounts } = await fanfare.accounts.list();
const platforms = ['x', 'linkedin'].map((platform) => ({ platform, accountId: accounts.find((account) => account.platform === platform).id }));
const { post } = await fanfare.posts.create({ content: 'Packed ' + Math.random(), platforms });
const error = await fanfare.posts.get('post_01m7vyv2bme6eacm00c8qhvkjc').catch((error) => error);
console.log(post.status, post.targets.length, error instanceof NotFoundError);
`;
export const SAID = 'published 2 true\n';
export const IMPORT = "import { Fanfare, NotFoundError } from '@fanfare/sdk';";
export const REQUIRE = "const { Fanfare, NotFoundError } = require('@fanfare/sdk');";

/** A program that asks a mock by the SDK, through Mock Service Worker. */
export const mockProgram = (ask: string): string => `
  const mock = createMock();
  const { x } = mock.scenario('one-target-fails');
  const server = setupServer(...mswHandlers(mock));
  server.listen();
  const served = await serveMock();
  ${ask}
  server.close();
  await served.close();`;
export const ASK = `
  const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
  const { post } = await fanfare.posts.create({ content: 'Hello', platforms: [{ platform: 'x', accountId: x.id }] });
  mock.faults.add({ drop: 'after' });
  const { attempts } = await fanfare.usage.get().withResponse();
  const { status } = await fetch(served.url + '/openapi.yaml');
  console.log(post.targets[0].errorDetail.code, attempts, status);`;
export const SAYS = 'duplicate_content 2 200\n';
export const NAMES = [
  ['{ Fanfare }', '@fanfare/sdk'],
  ['{ createMock }', '@fanfare/mock'],
  ['{ mswHandlers }', '@fanfare/mock/msw'],
  ['{ serveMock }', '@fanfare/mock/server'],
  ['{ setupServer }', 'msw/node'],
];

/** Runs code in a page of a site, which has all packages. */
export async function inPage(browser: Browser, site: Site, code: string): Promise<unknown> {
  const page: Page = await browser.newPage();
  try {
    await page.goto(site.url);
    await page.waitForFunction('"app" in window');
    return await page.evaluate(
      `(async () => { const { sdk, createMock, mswHandlers, setupWorker } = app; ${code} })()`,
    );
  } finally {
    await page.close();
  }
}

export const publishInPage = (options: string): string => `
  const fanfare = new sdk.Fanfare({ ${options}, dangerouslyAllowBrowser: true });
  const { accounts } = await fanfare.accounts.list();
  const { id: accountId } = accounts.find(({ platform }) => platform === 'x');
  const { data } = await fanfare.posts.create({ content: 'From a page ' + Math.random(), platforms: [{ platform: 'x', accountId }] }).withResponse();
  const error = await fanfare.posts.get('post_01m7vyv2bme6eacm00c8qhvkjc').catch((error) => error);
  return [data.post.status, error instanceof sdk.NotFoundError, typeof error.requestId];`;

/** The same on the mock that a service worker asks. */
export const PUBLISH_ON_WORKER = `
  const mock = createMock();
  mock.scenario('everything-works');
  await setupWorker(...mswHandlers(mock)).start({ quiet: true });${publishInPage('baseUrl: mock.baseUrl, apiKey: mock.apiKey')}`;

export const PUBLISHED = ['published', true, 'string'];
