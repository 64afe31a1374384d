import { type SharedBrowser, shareBrowser } from '@fanfare/harness/browser';
import { serviceOfFile } from '@fanfare/harness/service';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMedia, choose, postText, sample, sent } from './composing.ts';
import { allow, leaveFor } from './connecting.ts';
import { press, pressInDialog } from './press.ts';
import { signIn as signInWithoutMail } from './sign-in.ts';

const EMAIL = 'grace@example.com';

const service = serviceOfFile();
let browser: SharedBrowser;
beforeAll(async () => {
  browser = await shareBrowser();
});
afterAll(() => browser.close());

// Hubs are connected in `accounts.nightly.ts`, carousels composed in `compose.test.ts`.
test('from a mailed link to a project of one’s own, its key, an account on each network, and the first post on all four', async () => {
  // Whoever comes first gets the sample project of this service.
  await signInWithoutMail(service);
  const page = await signIn(EMAIL);
  await page.getByRole('link', { name: 'Create an API key' }).click();
  // The empty list has one too.
  await page.getByRole('button', { name: 'Create key', exact: true }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  await pressInDialog(page, 'Create key');
  const key = (await page.getByRole('region', { name: 'key', exact: true }).textContent()) ?? '';
  await press(page, 'Done');
  const read = async <Answer>(path: string): Promise<Answer> => {
    const headers = { Authorization: `Bearer ${key}` };
    return (await fetch(`${service.baseUrl}/api/v1${path}`, { headers })).json() as Promise<Answer>;
  };
  expect(await read('/accounts')).toMatchObject({ accounts: [] });

  for (const network of ['Instagram', 'Threads', 'X', 'LinkedIn']) {
    await leaveFor(page, network);
    await allow(page, 'ada');
  }
  await page.getByRole('link', { name: 'Compose', exact: true }).first().click();
  await choose(page, 'Instagram', 'Threads', 'X', 'LinkedIn');
  await postText(page).fill('The first post of Grace');
  await addMedia(page, sample({ service }, 'harbour.jpg'));
  await press(page, 'Publish now');
  await sent(page, 'Published');
  type Posts = { posts: { content: string; targets: { platform: string; status: string }[] }[] };
  const { posts } = await read<Posts>('/posts');
  expect(posts.map(({ content }) => content)).toEqual(['The first post of Grace']);
  expect(posts[0]?.targets.map(({ platform, status }) => `${platform} ${status}`).sort()).toEqual([
    'instagram published',
    'linkedin published',
    'threads published',
    'x published',
  ]);
  // Every other pair of pages is held by navigation.nightly.ts.
  await page.getByRole('link', { name: 'Compose', exact: true }).first().click();
  await postText(page).waitFor();
  await page.getByRole('link', { name: 'Calendar', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Calendar' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/calendar');
});

async function signIn(email: string): Promise<Page> {
  const page = await browser.newPage({ baseURL: service.baseUrl, reducedMotion: 'reduce' });
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(email);
  await press(page, 'Send the link');
  // The link works in the browser that has the cookie of this page.
  await page.getByRole('heading', { name: 'Look in your inbox' }).waitFor();
  await page.getByRole('link', { name: 'open the inbox' }).click();
  const mail = page.getByRole('article').filter({ hasText: `To ${email}` });
  await mail.getByRole('link').click();
  await press(page, 'Sign in');
  return page;
}
