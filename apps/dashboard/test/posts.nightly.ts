import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';

const dashboard = dashboardOfFile();

test('a scheduled post is found by its filters, and cancelled after a question', async () => {
  const { page } = await dashboard.newPage();
  const { post } = await dashboard.fanfare.posts.create({
    content: 'Opening hours of the holidays.',
    platforms: [{ platform: 'x', accountId: dashboard.service.accounts.x }],
    publishAt: new Date(Date.now() + 3 * 86_400_000),
  });
  await page.goto('/posts');
  await page.getByLabel('Status').click();
  await page.getByRole('option', { name: 'Scheduled' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('option', { name: 'Scheduled' }).click();
  await page.waitForURL('**/posts?status=scheduled');
  await page.goto(`/posts?status=scheduled&platform=x&account=${dashboard.service.accounts.x}`);
  await page.getByRole('link', { name: post.content }).click();
  await page.getByRole('button', { name: 'Cancel post' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click();
  await page.getByText('Not published: the post was cancelled.').waitFor();
  expect((await dashboard.fanfare.posts.get(post.id)).post.status).toBe('cancelled');
});
