import { expect, test } from 'vitest';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { KIND_NETWORKS } from './kinds.ts';
import { screenFindings } from './open-dashboard.ts';
import { publishKinds } from './publish-kinds.ts';

const dashboard = dashboardOfFile();

test('every kind of content is published, and a copy of it has its preview on a phone and on a desktop, without findings of axe', async () => {
  const { page, takeErrors } = await dashboard.newPage();
  for (const { kind, post } of await publishKinds(dashboard, KIND_NETWORKS)) {
    const { name, shown, dropped = '\0' } = kind;
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
