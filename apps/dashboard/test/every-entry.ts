import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Dashboard } from './open-dashboard.ts';

/** Every entry of the navigation: its address, and the heading of the page there. */
const ENTRIES = [
  { entry: 'Home', address: '/', heading: 'Home' },
  { entry: 'Posts', address: '/posts', heading: 'Posts' },
  { entry: 'Drafts', address: '/drafts', heading: 'Drafts' },
  { entry: 'Compose', address: '/compose', heading: 'Compose' },
  { entry: 'Calendar', address: '/calendar', heading: 'Calendar' },
  { entry: 'Accounts', address: '/accounts', heading: 'Accounts' },
  { entry: 'Webhooks', address: '/webhooks', heading: 'Webhooks' },
  { entry: 'Requests', address: '/requests', heading: 'Requests' },
  { entry: 'Usage', address: '/usage', heading: 'Usage' },
  { entry: 'Settings', address: '/settings/keys', heading: 'API keys' },
] as const;

export const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

/**
 * Presses every entry on a page, each followed by Back. Returns where a press did not lead to its
 * page, or Back not to this one. It runs in the browser, since it makes hundreds of presses.
 */
const pressEvery = (page: Page, title: string): Promise<string[]> =>
  page.evaluate(
    async ([entries, heading]) => {
      const place = () => `${location.pathname} ${document.querySelector('h1')?.textContent}`;
      const isSeen = (element: HTMLElement) => element.checkVisibility() && element.offsetWidth > 0;
      const find = (selector: string, text: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].find(
          (element) => element.textContent.trim() === text && isSeen(element),
        );
      const until = async <Value>(look: () => Value | undefined | false): Promise<Value | null> => {
        for (const endsAt = Date.now() + 20_000; Date.now() < endsAt; ) {
          const found = look();
          if (found) return found;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
        return null;
      };
      const isAt = async (wanted: string, what: string): Promise<string[]> =>
        (await until(() => place() === wanted)) ? [] : [`${what}: ${place()}`];

      const from = `${location.pathname} ${heading}`;
      const wrong = await isAt(from, 'Opened');
      for (const { entry, address, heading: title } of entries) {
        const link = find('nav[aria-label=Main] a', entry);
        // On a phone some entries are behind “More”.
        if (!link) find('nav[aria-label=Main] button', 'More')?.click();
        (link ?? (await until(() => find('[role=dialog] a', entry))))?.click();
        wrong.push(...(await isAt(`${address} ${title}`, entry)));
        const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
        history.back();
        await left;
        wrong.push(...(await isAt(from, `Back from ${entry}`)));
        if (wrong.length > 0) break;
      }
      return wrong;
    },
    [ENTRIES, title] as const,
  );

/** A page to begin at. */
export type Start = { readonly address: string; readonly heading: string };
export type Screen = (typeof SCREENS)[number];

/**
 * Holds that every entry leads from every page to its own, and Back there again, on the screens
 * that each page is tried on.
 */
export async function holdEveryEntry(
  dashboard: Omit<Dashboard, 'close'>,
  screensOf: (start: Start, at: number) => readonly Screen[],
): Promise<void> {
  const { fanfare, service } = dashboard;
  const target = { platform: 'x' as const, accountId: service.accounts.x };
  const { post } = await fanfare.posts.create({ content: 'Somewhere to go', platforms: [target] });
  const { webhook } = await fanfare.webhooks.create({ url: 'https://example.com/hook', events: ['post.published'] });
  const starts: readonly Start[] = [
    ...ENTRIES,
    { address: `/posts/${post.id}`, heading: 'Somewhere to go' },
    { address: '/posts?status=published', heading: 'Posts' },
    { address: `/compose?from=${post.id}`, heading: 'Compose' },
    { address: `/compose?post=${post.id}`, heading: 'Published' },
    { address: `/accounts/${service.accounts.x}`, heading: 'ada' },
    { address: `/webhooks/${webhook.id}`, heading: 'example.com/hook' },
    { address: '/settings/apps', heading: 'Connected apps' },
    { address: '/settings/members', heading: 'Members' },
    { address: '/settings/project', heading: 'Project' },
    { address: '/settings/branding', heading: 'Branding' },
    { address: '/settings/sessions', heading: 'Sessions' },
    { address: '/nothing', heading: 'There is nothing at this address' },
  ];
  const { page } = await dashboard.newPage();
  for (const [at, start] of starts.entries()) {
    for (const size of screensOf(start, at)) {
      await page.setViewportSize(size);
      await page.goto(start.address);
      expect([size.width, start.address, await pressEvery(page, start.heading)]).toEqual([
        size.width,
        start.address,
        [],
      ]);
    }
  }
}
