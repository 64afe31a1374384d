import type { Page } from 'playwright-core';
import type { Dashboard } from './open-dashboard.ts';

type Fanfare = Pick<Dashboard, 'fanfare' | 'service'>;

export const schedule = ({ fanfare, service }: Fanfare, content: string, publishAt: string) =>
  fanfare.posts.create({
    content,
    platforms: [
      { platform: 'x', accountId: service.accounts.x },
      { platform: 'threads', accountId: service.accounts.threads, content: `${content} (Threads)` },
    ],
    publishAt,
  });

/**
 * Every post with this text that still waits: what a person would see twice if a move went wrong.
 */
export async function waiting({ fanfare }: Fanfare, content: string): Promise<string[]> {
  const found: string[] = [];
  for await (const post of fanfare.posts.list({ status: 'scheduled' }))
    if (post.content === content) found.push(post.publishAt ?? '');
  return found;
}

export const drafts = (page: Page) =>
  page.evaluate(async () => {
    const { csrfToken, workspaces } = await (await fetch('/app/api/session')).json();
    const path = `/app/api/projects/${workspaces[0].projects[0].id}/drafts`;
    const answer = await (await fetch(path, { headers: { 'X-Fanfare-CSRF': csrfToken } })).json();
    return answer.drafts.map(({ preview }: { preview: string }) => preview) as string[];
  });

/** The posts of each day of the grid, as `09:30 text`. */
export const shown = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(() => {
    const days: Record<string, string[]> = {};
    for (const day of document.querySelectorAll<HTMLElement>('[data-day]')) {
      const links = [...(day.parentElement?.querySelectorAll('li > a') ?? [])];
      const texts = links.map((link) => `${link.querySelector('time')?.textContent} ${link.lastChild?.textContent}`);
      if (texts.length > 0) days[day.dataset.day ?? ''] = texts;
    }
    return days;
  });

export async function openMove(page: Page, text: string): Promise<void> {
  const chip = page.getByRole('listitem').filter({ hasText: text }).first();
  await chip.hover();
  await chip.getByRole('button', { name: 'Actions of the post' }).click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  await page.getByRole('dialog', { name: 'Move this post?' }).waitFor();
}

export const move = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Move post' }).click();
