import { sample } from '../test/composing.ts';
import { expire } from '../test/connecting.ts';
import type { Dashboard } from '../test/open-dashboard.ts';
import { publishPartly } from '../test/publish-partly.ts';
import { type TakePart, take } from './take.ts';

const DAY_MS = 86_400_000;
/** Days until the last post that is scheduled. */
const SCHEDULED_DAYS = 4;

/** Nine o'clock UTC, so many days from now. */
const dayIn = (days: number): Date => new Date((Math.floor(Date.now() / DAY_MS) + days) * DAY_MS + 9 * 3_600_000);

/** Takes the pages of a project that has posts in every state. */
export const takePages: TakePart = async (dashboard, folder) => {
  const { page } = await dashboard.newPage();
  const partly = await fillProject(dashboard);
  const { webhooks } = await dashboard.fanfare.webhooks.list();
  for (const [name, address, text] of [
    ['dashboard-home', '/', 'Goes out next'],
    // The last days of a month lie below the screen.
    [
      'dashboard-calendar',
      `/calendar?view=month&date=${dayIn(SCHEDULED_DAYS).toISOString().slice(0, 10)}`,
      'new roast',
    ],
    ['dashboard-requests', '/requests', '/api/v1/posts'],
    ['dashboard-webhook', `/webhooks/${webhooks[0]?.id}`, 'Deliveries'],
    ['dashboard-post', `/posts/${partly}`, 'May be live'],
  ] as const) {
    await page.goto(address);
    await page.getByText(text).first().waitFor();
    await take(page, { folder, name });
  }
  await page.getByText('What happened').first().click();
  await take(page, { folder, name: 'dashboard-timeline' });
  await page.goto('/accounts');
  await page.getByText('Harbour Community').first().waitFor();
  await take(page, { folder, name: 'dashboard-accounts-phone', form: 'dark phone' });
};

/** Returns a post that failed in part. */
async function fillProject(dashboard: Dashboard): Promise<string> {
  const { service, fanfare } = dashboard;
  const { instagram, threads, x, linkedin } = service.accounts;
  const everywhere = [
    { platform: 'instagram', accountId: instagram },
    { platform: 'threads', accountId: threads },
    { platform: 'x', accountId: x },
    { platform: 'linkedin', accountId: linkedin },
  ] as const;
  await fanfare.posts.create({
    content: 'The harbour is awake. First coffee at seven. #coffee',
    mediaItems: [{ type: 'image', url: sample(dashboard, 'harbour.jpg'), altText: 'A harbour at sunrise' }],
    platforms: [...everywhere],
  });
  const partly = await publishPartly(dashboard, 'Fresh beans from Kenya this morning.');
  for (const [days, content] of [
    [1, 'Open until ten tonight.'],
    [2, 'A new roast on Thursday: plum and cocoa.'],
    [SCHEDULED_DAYS, 'Live music at the quay on Saturday.'],
  ] as const) {
    await fanfare.posts.create({
      ...{ content, platforms: everywhere.slice(1, days === 1 ? 3 : 4) },
      publishAt: dayIn(days),
    });
  }
  await expire(dashboard, 'threads');
  return partly.id;
}
