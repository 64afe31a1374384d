import { expect, test } from 'vitest';
import { sample } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { KIND_NETWORKS, kindsOf } from './kinds.ts';
import { screenFindings } from './open-dashboard.ts';
import { accountsOfKinds } from './open-kinds.ts';

const dashboard = dashboardOfFile();
const QUOTED = { threads: '18050206876707110', linkedin: 'urn:li:share:6844785523593134080' };
const DAY_MS = 86_400_000;

test('every kind of content has its preview on a phone and on a desktop, without findings of axe', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  const accounts = await accountsOfKinds(dashboard);
  const kinds = kindsOf({ sample: (name) => sample(dashboard, name), quoted: QUOTED });
  for (const network of KIND_NETWORKS)
    for (const { name, target, shown, dropped = '\0' } of kinds[network]) {
      const { post } = await dashboard.fanfare.posts.create({
        platforms: [{ ...accounts[network], ...target }],
        publishAt: new Date(Date.now() + DAY_MS),
      });
      await page.goto(`/compose?from=${post.id}`);
      const previews = page.getByRole('region', { name: 'Previews' });
      await previews.getByRole('article').waitFor();
      const text = (await previews.textContent()) ?? '';
      const found = [...shown, dropped].filter((part) => text.includes(part));
      expect({ name, text, found, screens: await screenFindings(page), errors: takeErrors() }).toEqual({
        ...{ name, text, found: shown, screens: [], errors: [] },
      });
    }
});
