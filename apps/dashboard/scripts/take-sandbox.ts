import { sample } from '../test/composing.ts';
import { type TakePart, take } from './take.ts';

/** Takes the feed of the simulated networks, with one post on each. */
export const takeSandbox: TakePart = async (dashboard, folder) => {
  const { fanfare, service } = dashboard;
  // LinkedIn comes last, so it is on top.
  for (const platform of ['threads', 'x', 'instagram', 'linkedin'] as const)
    await fanfare.posts.create({
      content: 'The harbour is awake. First coffee at seven.',
      mediaItems: [{ type: 'image', url: sample(dashboard, 'harbour.jpg'), altText: 'A harbour at sunrise' }],
      platforms: [{ platform, accountId: service.accounts[platform] }],
    });
  const page = await dashboard.newGuest();
  await page.goto(service.sandboxUrl, { waitUntil: 'networkidle' });
  await take(page, { folder, name: 'sandbox-desktop', form: 'desktop of a feed' });
  await take(page, { folder, name: 'sandbox-phone', form: 'phone' });
};
