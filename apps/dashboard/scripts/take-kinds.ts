import path from 'node:path';
import type { Post } from '@fanfare/sdk';
import type { Page } from 'playwright-core';
import { sample } from '../test/composing.ts';
import { KIND_NETWORKS, type KindNetwork, kindsOf } from '../test/kinds.ts';
import type { Dashboard } from '../test/open-dashboard.ts';
import { accountsOfKinds } from '../test/open-kinds.ts';

/** Higher than any post, so that no bar of a page lies on it. */
const SCREENS = { desktop: { width: 1280, height: 2400 }, phone: { width: 390, height: 5000 } } as const;

type Screen = keyof typeof SCREENS;
type Pair = { readonly name: string; readonly preview: Buffer; readonly live: Buffer };
type Published = { readonly name: string; readonly post: Post; readonly url: string };

/**
 * Takes one picture for each network and screen: every kind of content in the preview of the
 * composer, and beside it as the simulated network shows it.
 */
export async function takeKinds(dashboard: Dashboard, folder: string, only: readonly string[]): Promise<void> {
  const { page } = await dashboard.newPage();
  const sheet = await dashboard.newGuest();
  for (const [network, published] of await publishKinds(dashboard, only))
    for (const screen of ['desktop', 'phone'] as const) {
      const pairs: Pair[] = [];
      for (const one of published) pairs.push(await takePair(page, one, screen));
      await joinPairs(sheet, pairs, path.join(folder, `kinds-${network}-${screen}.jpg`));
    }
}

async function publishKinds(dashboard: Dashboard, only: readonly string[]): Promise<Map<KindNetwork, Published[]>> {
  const accounts = await accountsOfKinds(dashboard);
  const publish = async (network: KindNetwork, target: object): Promise<Post> =>
    (await dashboard.fanfare.posts.create({ platforms: [{ ...accounts[network], ...target }] })).post;
  const idOf = ({ targets }: Post): string => targets[0]?.platformPostId ?? '';
  const content = 'Cold brew is summer in a glass.';
  const quoted = {
    threads: idOf(await publish('threads', { content })),
    linkedin: idOf(await publish('linkedin', { content })),
  };
  const kinds = kindsOf({ sample: (name) => sample(dashboard, name), quoted });
  const published = new Map<KindNetwork, Published[]>();
  for (const network of KIND_NETWORKS) {
    if (only.length > 0 && !only.includes(network)) continue;
    const posts: Published[] = [];
    for (const { name, target } of kinds[network]) {
      const post = await publish(network, target);
      posts.push({ name, post, url: addressOf(dashboard, post) });
    }
    published.set(network, posts);
  }
  return published;
}

/** The page of a post; one that waits for review is among those that editors see. */
function addressOf({ service }: Dashboard, post: Post): string {
  const [target] = post.targets;
  if (target?.status !== 'published') throw new Error(`${post.id} is not live: ${target?.errorDetail?.message}`);
  return target.url ?? `${service.sandboxUrl}/hub/wordpress/wp-admin/edit.php`;
}

async function takePair(page: Page, { name, post, url }: Published, screen: Screen): Promise<Pair> {
  await page.setViewportSize(SCREENS[screen]);
  await page.goto(`/compose?from=${post.id}`);
  const preview = await elementOf(page, '[aria-label="Previews"] article');
  await page.goto(url);
  return { name, preview, live: await elementOf(page, 'main article, main .story-frame') };
}

/** The picture of an element, once its own pictures are there. */
async function elementOf(page: Page, selector: string): Promise<Buffer> {
  const element = page.locator(selector).first();
  await element.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  return element.screenshot({ type: 'png' });
}

/** Puts the pairs on one sheet: the preview on the left, the network on the right. */
async function joinPairs(sheet: Page, pairs: readonly Pair[], file: string): Promise<void> {
  const image = (png: Buffer) => `<img src="data:image/png;base64,${png.toString('base64')}">`;
  await sheet.setViewportSize({ width: pairs.length > 1 ? 1120 : 560, height: 100 });
  await sheet.setContent(`<!doctype html><style>
    body { margin: 0; padding: 16px; display: grid; grid-template-columns: repeat(${Math.min(2, pairs.length)}, 1fr); gap: 20px 24px; align-items: start; background: #f3f2ee; font: 600 14px sans-serif; }
    figure { display: grid; grid-template-columns: 1fr 1fr; align-items: start; gap: 6px 12px; margin: 0; }
    figcaption { grid-column: 1 / -1;  }
    figcaption::first-letter { text-transform: uppercase; }
    img { width: 100%; max-height: 420px; object-fit: contain; object-position: top left; }
  </style>${pairs.map(({ name, preview, live }) => `<figure><figcaption>${name}</figcaption>${image(preview)}${image(live)}</figure>`).join('')}`);
  await sheet.screenshot({ path: file, type: 'jpeg', quality: 70, fullPage: true });
}
