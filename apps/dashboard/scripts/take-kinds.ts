import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { KindNetwork } from '../test/kinds.ts';
import type { Dashboard } from '../test/open-dashboard.ts';
import { type Published, publishKinds } from '../test/publish-kinds.ts';

/** Higher than any post, so that no bar of a page lies on it. */
const SCREENS = { desktop: { width: 1280, height: 2400 }, phone: { width: 390, height: 5000 } } as const;

/** Around the article of a hub, which has no border. */
const MARGIN = 12;

type Screen = keyof typeof SCREENS;
type Pair = { readonly name: string; readonly preview: Buffer; readonly live: Buffer };

/**
 * Takes a picture for each screen: every kind of content of a network in the preview of the
 * composer, and beside it as the simulated network shows it.
 */
export async function takeKinds(dashboard: Dashboard, folder: string, network: KindNetwork): Promise<void> {
  const { page } = await dashboard.newPage();
  const sheet = await dashboard.newGuest();
  const published = await publishKinds(dashboard, [network]);
  for (const screen of ['desktop', 'phone'] as const) {
    const pairs: Pair[] = [];
    for (const one of published) pairs.push(await takePair(page, one, screen));
    const name = `kinds-${network}-${screen}.jpg`;
    await joinPairs(sheet, pairs, path.join(folder, name));
    console.log(name);
  }
}

async function takePair(page: Page, { kind, post, url }: Published, screen: Screen): Promise<Pair> {
  await page.setViewportSize(SCREENS[screen]);
  await page.goto(`/compose?from=${post.id}`);
  const preview = await pictureOf(page.locator('[aria-label="Previews"] article'));
  await page.goto(url);
  // The list of editors shows every post.
  const live = page.locator('main article, main .story-frame').filter({ hasText: kind.target.wordpress?.title ?? '' });
  const margin = post.targets[0]?.platform === 'hub' ? MARGIN : 0;
  return { name: kind.name, preview, live: await pictureOf(live, margin) };
}

/** The picture of an element, once its own pictures and videos are there. */
async function pictureOf(elements: Locator, margin = 0): Promise<Buffer> {
  const element = elements.first();
  await element.scrollIntoViewIfNeeded();
  const page = element.page();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() =>
    [...document.querySelectorAll('video')].every(({ readyState }) => readyState >= HTMLMediaElement.HAVE_CURRENT_DATA),
  );
  // Ends the sign of loading, which Chromium shows for seconds after it.
  await page.evaluate(() => {
    const videos = [...document.querySelectorAll<HTMLVideoElement>('video[controls]')];
    for (const controls of [false, true]) for (const video of videos) video.controls = controls;
  });
  const { x, y, width, height } = (await element.boundingBox())!;
  return page.screenshot({
    type: 'png',
    clip: { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin },
  });
}

/** Puts the pairs on one sheet: the preview on the left, the network on the right. */
async function joinPairs(sheet: Page, pairs: readonly Pair[], file: string): Promise<void> {
  const image = (png: Buffer) => `<img src="data:image/png;base64,${png.toString('base64')}">`;
  // Articles of hubs are few and wide.
  const [width, columns, height] = pairs.length > 2 ? [1120, 2, 420] : [800, 1, 480];
  await sheet.setViewportSize({ width, height: 100 });
  await sheet.setContent(`<!doctype html><style>
    body { margin: 0; padding: 16px; display: grid; grid-template-columns: repeat(${columns}, 1fr); gap: 20px 24px; align-items: start; background: #f3f2ee; font: 600 14px sans-serif; }
    figure { display: grid; grid-template-columns: 1fr 1fr; align-items: start; gap: 6px 12px; margin: 0; }
    figcaption { grid-column: 1 / -1;  }
    figcaption::first-letter { text-transform: uppercase; }
    img { max-width: 100%; max-height: ${height}px; }
  </style>${pairs.map(({ name, preview, live }) => `<figure><figcaption>${name}</figcaption>${image(preview)}${image(live)}</figure>`).join('')}`);
  await sheet.screenshot({ path: file, type: 'jpeg', quality: 70, fullPage: true });
}
