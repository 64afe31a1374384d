import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, openComposer, postText, savedAsDraft } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { press } from './press.ts';

const dashboard = dashboardOfFile();

/** Every entry of the navigation: its address, and the heading of the page there. */
const ENTRIES = [
  { entry: 'Home', address: '/', heading: 'Home' },
  { entry: 'Posts', address: '/posts', heading: 'Posts' },
  { entry: 'Compose', address: '/compose', heading: 'Compose' },
  { entry: 'Calendar', address: '/calendar', heading: 'Calendar' },
  { entry: 'Accounts', address: '/accounts', heading: 'Accounts' },
  { entry: 'Webhooks', address: '/webhooks', heading: 'Webhooks' },
  { entry: 'Requests', address: '/requests', heading: 'Requests' },
  { entry: 'Usage', address: '/usage', heading: 'Usage' },
  { entry: 'Settings', address: '/settings/keys', heading: 'API keys' },
] as const;

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

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

test('every entry of the navigation leads from every page to its own, and Back leads there again', async () => {
  const { fanfare, service } = dashboard;
  const target = { platform: 'x' as const, accountId: service.accounts.x };
  const { post } = await fanfare.posts.create({ content: 'Somewhere to go', platforms: [target] });
  const { webhook } = await fanfare.webhooks.create({ url: 'https://example.com/hook', events: ['post.published'] });
  const starts: readonly (readonly [address: string, heading: string])[] = [
    ...ENTRIES.map((entry) => [entry.address, entry.heading] as const),
    [`/posts/${post.id}`, 'Somewhere to go'],
    ['/posts?status=published', 'Posts'],
    [`/compose?from=${post.id}`, 'Compose'],
    [`/compose?post=${post.id}`, 'Published'],
    [`/accounts/${service.accounts.x}`, 'ada'],
    [`/webhooks/${webhook.id}`, 'example.com/hook'],
    ['/settings/members', 'Members'],
    ['/settings/project', 'Project'],
    ['/settings/branding', 'Branding'],
    ['/settings/sessions', 'Sessions'],
    ['/__design', 'Components'],
    ['/nothing', 'There is nothing at this address'],
  ];
  const { page } = await dashboard.newPage();
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    for (const [start, title] of starts) {
      await page.goto(start);
      expect([size.width, start, await pressEvery(page, title)]).toEqual([size.width, start, []]);
    }
  }
});

test('who leaves the composer while it publishes stays where they went, and the post is published', async () => {
  const { page } = await openComposer(dashboard);
  await choose(page, 'X');
  await postText(page).fill('Published behind the back');
  await savedAsDraft(page);
  await page.route('**/api/v1/events**', (route) => route.abort());
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/posts', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await press(page, 'Publish now');
  await page.getByText('You can close this page').waitFor();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  const answered = page.waitForResponse('**/api/v1/posts');
  // The draft is deleted once the composer knows of its post; its next step is the one under test.
  const finished = page.waitForResponse((response) => response.request().method() === 'DELETE');
  release();
  await Promise.all([answered, finished]);
  await page.getByRole('link', { name: 'Posts', exact: true }).click();
  await page.getByRole('link', { name: 'Published behind the back' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/posts');
});
