import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startService } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { lookAt } from './look-at.ts';
import { startWordpress } from './wordpress/start-wordpress.ts';

/**
 * Makes the pictures of docs/hubs.md: `pnpm --filter @fanfare/real-hubs pictures`. Publishes one
 * carousel on a real WordPress and on the simulated one, and photographs the page and the feed at
 * the widths of a desktop and a phone.
 */
const IMAGES = fileURLToPath(new URL('../../../docs/images/', import.meta.url));
/**
 * The page of the post goes on with a form for comments; the list beside the feed is longer than
 * the post.
 */
const DEVICES = {
  desktop: { width: 1280, heights: { wordpress: 850, feed: 1250 } },
  phone: { width: 390, heights: { wordpress: 1050, feed: 1000 } },
};

const PICTURES = {
  'harbour.jpg': 'The harbour at sunrise, seen from the quay',
  'latte.png': 'A latte with a leaf in its foam',
  'beans.jpg': 'Roasted coffee beans in a sack',
};
const CONTENT = `Rye bread is back

From six in the morning, at the harbour. The first twenty loaves come with a coffee.`;

const [service, wordpress] = await Promise.all([startService(), startWordpress()]);
try {
  if ('missing' in wordpress) throw new Error(wordpress.missing);
  const fanfare = new Fanfare(service);
  const { account } = await fanfare.accounts.connectHub({
    hubUrl: wordpress.url,
    connectCode: await wordpress.makeConnectCode('author'),
  });
  const simulated = (await fanfare.accounts.list({ platform: 'hub' })).accounts.find(({ id }) => id !== account.id)!;
  const { post } = await fanfare.posts.create({
    content: CONTENT,
    mediaItems: Object.entries(PICTURES).map(([name, altText]) => ({
      type: 'image',
      url: `${service.sandboxUrl}/__sandbox/samples/${name}`,
      altText,
    })),
    platforms: [account, simulated].map(({ id }) => ({ platform: 'hub', accountId: id, spaceSlug: 'news' })),
  });
  const [onWordpress] = post.targets;
  const addresses = { wordpress: onWordpress!.url!, feed: `${service.sandboxUrl}/` };
  for (const [device, { width, heights }] of Object.entries(DEVICES))
    for (const page of ['wordpress', 'feed'] as const) {
      const picture = path.join(IMAGES, `hub-${page}-${device}.jpg`);
      console.log(device, page, await lookAt(addresses[page], { width, height: heights[page], picture }));
    }
} finally {
  await service.stop();
  if ('stop' in wordpress) await wordpress.stop();
}
