import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { axeFindings } from './open-dashboard.ts';

const dashboard = dashboardOfFile();

test('the page of a post shows each post of a chain and each comment, and removes them from the networks', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const { accounts } = dashboard.service;
  const { post } = await dashboard.fanfare.posts.create({
    content: 'Three things about coffee, in one piece.',
    platforms: [
      {
        platform: 'x',
        accountId: accounts.x,
        thread: [{ content: 'Three things about coffee.' }, { content: 'Water matters.' }, { content: 'Grind late.' }],
      },
      {
        platform: 'linkedin',
        accountId: accounts.linkedin,
        firstComments: [{ content: 'Questions?' }, { content: 'Thank you.', afterSeconds: 3_600 }],
      },
    ],
  });
  await page.goto(`/posts/${post.id}`);
  const chain = page.getByRole('list', { name: 'Posts of the chain' }).getByRole('listitem');
  await chain.first().waitFor();
  expect(await chain.allTextContents()).toEqual([
    expect.stringContaining('Three things about coffee.published'),
    expect.stringContaining('Water matters.published'),
    expect.stringContaining('Grind late.published'),
  ]);
  await page.getByText('Comment (published): “Questions?”').waitFor();
  expect(await page.getByText('Comment (to come').textContent()).toContain('“Thank you.”');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove from networks' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect
    .poll(async () =>
      (await dashboard.fanfare.posts.get(post.id)).post.targets.map(({ unpublishedAt }) => unpublishedAt !== null),
    )
    .toEqual([true, true]);
  expect(takeErrors()).toEqual([]);
});
