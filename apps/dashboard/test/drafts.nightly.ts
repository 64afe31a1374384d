import { DraftPublishedError } from '@fanfare/sdk';
import { expect, test } from 'vitest';
import { livePosts, postText, savedAsDraft, sent } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { screenFindings } from './open-dashboard.ts';
import { press } from './press.ts';

const dashboard = dashboardOfFile();
const PICTURES = process.env.PICTURES;

test('what a program drafted is found with its note, opened as it was sent, changed, and published once', async () => {
  const { service, fanfare } = dashboard;
  const { x, threads, linkedin } = service.accounts;
  const { draft } = await fanfare.drafts.create({
    note: 'From the notes of Thursday.\nIs the price right?',
    request: {
      content: 'Stollen from Monday, 14 euros.',
      platforms: [
        { platform: 'x', accountId: x },
        { platform: 'threads', accountId: threads, content: 'Stollen! From Monday.', firstComment: 'Come early.' },
        { platform: 'linkedin', accountId: linkedin, link: 'none' },
      ],
    },
  });
  const { page, takeErrors } = await dashboard.newPage();
  await page.goto('/drafts');
  const row = page.getByRole('row').filter({ hasText: 'Stollen from Monday' });
  await row.getByText('From the notes of Thursday.').waitFor();
  expect(await row.textContent()).toContain('First key (API key)');
  expect(await screenFindings(page)).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/drafts-1280.png`, fullPage: true });
  if (PICTURES) await page.setViewportSize({ width: 390, height: 844 });
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/drafts-390.png`, fullPage: true });

  await page.goto(draft.composeUrl);
  await expect.poll(() => postText(page).first().inputValue()).toBe('Stollen from Monday, 14 euros.');
  await page.getByRole('region', { name: 'Note' }).getByText('First key (API key): From the notes').waitFor();
  const own = page.getByRole('region', { name: /^Threads / });
  expect(await own.getByLabel('Text', { exact: true }).inputValue()).toBe('Stollen! From Monday.');
  expect(await screenFindings(page)).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/compose-1280.png`, fullPage: true });
  if (PICTURES) await page.setViewportSize({ width: 390, height: 844 });
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/compose-390.png`, fullPage: true });

  await page.setViewportSize({ width: 1280, height: 800 });
  await postText(page).first().fill('Stollen from Monday, 15 euros.');
  await savedAsDraft(page);
  const { draft: saved } = await fanfare.drafts.get(draft.id);
  expect(saved).toMatchObject({
    version: 2,
    request: {
      content: 'Stollen from Monday, 15 euros.',
      platforms: [
        { platform: 'x', accountId: x },
        { platform: 'threads', accountId: threads, content: 'Stollen! From Monday.', firstComment: 'Come early.' },
        { platform: 'linkedin', accountId: linkedin, link: 'none' },
      ],
    },
  });
  await press(page, 'Publish now');
  await sent(page, 'Published');
  const { draft: published, check } = await fanfare.drafts.get(draft.id);
  expect({ postId: published.postId, valid: check.valid }).toEqual({
    ...{ postId: expect.stringMatching(/^post_/), valid: true },
  });
  const { post } = await fanfare.posts.get(published.postId!);
  expect(post).toMatchObject({ status: 'published', content: 'Stollen from Monday, 15 euros.' });
  await expect(fanfare.drafts.update(draft.id, { version: 2, note: 'Late.' })).rejects.toThrow(DraftPublishedError);
  await page.goto('/drafts');
  await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor();
  await page.getByText('There is no draft.').waitFor();
  // Its address leads to the post.
  await page.goto(draft.composeUrl);
  await page.waitForURL(`**/posts/${published.postId}`);
  expect(takeErrors()).toEqual([]);
});

test('two who publish one draft see one post, and what an agent changes meanwhile is overwritten by nobody', async () => {
  const { service, fanfare } = dashboard;
  const platforms = [{ platform: 'x' as const, accountId: service.accounts.x }];
  const { draft } = await fanfare.drafts.create({ request: { content: 'For two.', platforms } });
  const [one, other] = [await dashboard.newPage(), await dashboard.newPage()];
  for (const { page } of [one, other]) {
    await page.goto(draft.composeUrl);
    await expect.poll(() => postText(page).inputValue()).toBe('For two.');
  }
  await fanfare.drafts.update(draft.id, { version: 1, request: { content: 'By the agent.', platforms } });
  await postText(one.page).fill('By a person.');
  await one.page.getByText('This draft was changed by somebody else, or in another tab.').waitFor();
  expect((await fanfare.drafts.get(draft.id)).draft.request).toEqual({ content: 'By the agent.', platforms });

  await Promise.all([one, other].map(({ page }) => press(page, 'Publish now')));
  await Promise.all([one, other].map(({ page }) => page.waitForURL('**/compose?post=*')));
  const postOf = ({ page }: typeof one) => new URL(page.url()).searchParams.get('post');
  const { postId } = (await fanfare.drafts.get(draft.id)).draft;
  expect([postOf(one), postOf(other)]).toEqual([postId, postId]);
  const live = await Promise.all(['For two.', 'By a person.'].map((text) => livePosts(dashboard, text)));
  expect(live.flat()).toHaveLength(1);
});
