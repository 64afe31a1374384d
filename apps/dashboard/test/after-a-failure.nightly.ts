import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, openComposer, postText, savedAsDraft } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { screenFindings } from './open-dashboard.ts';
import { press, pressInDialog } from './press.ts';
import { runSql } from './sign-in.ts';

const dashboard = dashboardOfFile();

type Refusal = { readonly code: number; readonly status: number; readonly message: string };
const OF_CONTENT: Refusal = { code: 100, status: 400, message: 'The text is not allowed.' };
/** For longer than a post is tried. */
const TOO_OFTEN: Refusal = { code: 4, status: 429, message: 'Application request limit reached' };

/** A post on Threads that is refused; its text is only in its target. */
async function failOnThreads(content: string, { code, status, message }: Refusal) {
  const { service, fanfare } = dashboard;
  const body = { error: { message, type: 'OAuthException', code } };
  const fault = { network: 'threads', method: 'POST', path: '/threads$', action: 'status' as const };
  await service.fail({ ...fault, status, body, headers: { 'retry-after': '3600' } });
  const target = { platform: 'threads' as const, accountId: service.accounts.threads, content };
  const { post } = await fanfare.posts.create({ platforms: [target] });
  expect(post.status).toBe('failed');
  return post;
}

const needsAttention = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Needs attention' }) });
const waiting = async (page: Page): Promise<string[]> => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
  return needsAttention(page).getByRole('listitem').getByRole('link').allTextContents();
};
/** Whether a button is the main action. One that only leads to something is not. */
const primary = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button) => button.className.includes('primary'));

test('what failed for its content is duplicated and changed; then nothing waits, and both posts name each other', async () => {
  const text = 'Words that Threads refuses';
  const post = await failOnThreads(text, OF_CONTENT);
  expect(post.targets[0]?.errorDetail?.code).toBe('content_rejected');
  const { page, takeErrors } = await dashboard.newPage();
  expect(await waiting(page)).toContain(text);
  expect(await screenFindings(page)).toEqual([]);
  await page.getByRole('link', { name: text }).click();
  await page.getByRole('heading', { name: text, level: 1 }).waitFor();
  await expect.poll(() => page.title()).toMatch(text);
  expect(await page.getByRole('link', { name: 'Reconnect account' }).count()).toBe(0);
  expect(await primary(page, 'Send failed again')).toBe(false);
  await page.getByRole('link', { name: 'Duplicate and change' }).click();
  await expect.poll(() => postText(page).inputValue()).toBe(text);
  await postText(page).fill('Words that Threads takes');
  await press(page, 'Publish now');
  await page.getByRole('heading', { name: 'Published', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'the first post' }).waitFor();

  expect(await waiting(page)).not.toContain(text);
  await page.goto('/posts');
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: text, exact: true }) });
  await line.getByRole('link', { name: 'the second post' }).click();
  await page.getByRole('heading', { name: 'Words that Threads takes', level: 1 }).waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'the first post' }).click();
  await page.getByRole('heading', { name: text, level: 1 }).waitFor();
  await page.getByText('What failed was sent again: the second post.').waitFor();
  expect(takeErrors()).toEqual([]);
});

test('what may succeed unchanged is sent again, has its text as its title, and waits for nobody after that', async () => {
  const text = 'Refused for a moment';
  const post = await failOnThreads(text, TOO_OFTEN);
  expect(post.targets[0]?.errorDetail?.retryable).toBe(true);
  const { page } = await dashboard.newPage();
  await page.goto(`/posts/${post.id}`);
  await expect.poll(() => primary(page, 'Send failed again')).toBe(true);
  await press(page, 'Send failed again');
  await pressInDialog(page, 'Send again');
  await page.waitForURL((url) => url.pathname !== `/posts/${post.id}`);
  await page.getByRole('heading', { name: text, level: 1 }).waitFor();
  await page.getByText('Sends again what failed of the first post.').waitFor();
  expect(await waiting(page)).not.toContain(text);
});

test('a failed post is dismissed from Home, and its page takes that back', async () => {
  const text = 'Not worth it any more';
  const post = await failOnThreads(text, OF_CONTENT);
  const { page } = await dashboard.newPage();
  await page.goto('/');
  await press(page, `Dismiss ${text}`);
  await page.getByText('The post is dismissed.').waitFor();
  await expect.poll(() => needsAttention(page).getByRole('link', { name: text }).count()).toBe(0);
  await page.goto(`/posts/${post.id}`);
  await page.getByText('Home does not list it.').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await press(page, 'Undo');
  await page.getByText('Home does not list it.').waitFor({ state: 'detached' });
  expect(await waiting(page)).toContain(text);
});

test('a draft with words for one account alone has them as its title, and is deleted only after a question', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'X');
  await page.getByRole('button', { name: 'Customise for X' }).click();
  await page.getByRole('region', { name: /^X / }).getByLabel('Text', { exact: true }).fill('Only for X');
  await savedAsDraft(page);
  await page.getByRole('link', { name: 'New post' }).click();
  await page.getByRole('checkbox', { name: /^X / }).and(page.locator(':not(:checked)')).first().waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Drafts' }).click();
  const drafts = page.getByRole('table', { name: 'Drafts' });
  const draft = drafts.getByRole('link', { name: 'Only for X' });
  await draft.waitFor();
  const ask = () => drafts.getByRole('button', { name: 'Delete draft Only for X' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this draft?' });
  await ask();
  await question.getByText('Only for X').waitFor();
  expect(await screenFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Keep draft' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await draft.count()).toBe(1);
  await ask();
  await question.getByRole('button', { name: 'Delete draft' }).click();
  await expect.poll(() => draft.count()).toBe(0);
});

test('a post whose account was removed says so, waits for nobody, and has no time in the future', async () => {
  const { service, fanfare } = dashboard;
  const content = 'Of somebody who has left';
  const platforms = [{ platform: 'x' as const, accountId: service.accounts.x }];
  const { post } = await fanfare.posts.create({ content, platforms, publishAt: new Date(Date.now() + 3_600_000) });
  // What a removal leaves of it.
  await runSql(
    service.databaseUrl,
    'delete from targets where content is null and post_id in (select id from posts where content = $1)',
    [content],
  );
  const { page } = await dashboard.newPage();
  expect(await waiting(page)).not.toContain(content);
  await page.goto('/posts');
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: content }) });
  await line.getByText('Its account was removed').waitFor();
  expect(await line.getByRole('time').allTextContents()).toEqual([expect.stringMatching(/now|ago/)]);
  await page.goto(`/posts/${post.id}`);
  await page.getByText('Its account was removed').waitFor();
  expect(await page.getByText(/\bin (an|\d+) (hour|minute)/).count()).toBe(0);
  expect(await screenFindings(page)).toEqual([]);
});
