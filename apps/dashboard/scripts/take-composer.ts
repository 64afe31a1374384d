import type { Page } from 'playwright-core';
import { addMedia, choose, openComposer, postText, sample, savedAsDraft } from '../test/composing.ts';
import { controlSandbox } from '../test/connecting.ts';
import { chooseFiles, sampleFile, type TestFile, uploaded } from '../test/files.ts';
import type { Dashboard } from '../test/open-dashboard.ts';
import { press } from '../test/press.ts';
import { leaveField, type TakePart, take } from './take.ts';

const DAY_MS = 86_400_000;

/** Takes the composer with a post, files, a chain and a mention, and the drafts of a project. */
export const takeComposer: TakePart = async (dashboard, folder) => {
  const { page } = await openComposer(dashboard);
  await takePost(page, dashboard, folder);
  await takeDrafts(page, dashboard, folder);
  await takeFiles(page, folder);
  await takeChain(page, dashboard, folder);
  await takeMention(page, folder);
  await takePeople(page, dashboard, folder);
};

async function takePost(page: Page, dashboard: Dashboard, folder: string): Promise<void> {
  await page.goto('/compose');
  await choose(page, 'Instagram', 'X', 'LinkedIn');
  await postText(page).fill('The harbour is awake ☕️ First coffee at seven. #coffee');
  await addMedia(page, sample(dashboard, 'harbour.jpg'));
  await page.getByLabel('Alt text of picture 1').fill('A harbour at sunrise');
  await page.getByText('3 units').first().waitFor();
  await savedAsDraft(page);
  await leaveField(page);
  await take(page, { folder, name: 'dashboard-compose' });
  await take(page, { folder, name: 'dashboard-compose-phone', form: 'phone' });
}

/** Drafts of a key and of a person, one of which cannot be published yet. */
async function takeDrafts(page: Page, { fanfare, service }: Dashboard, folder: string): Promise<void> {
  const target = (platform: 'instagram' | 'linkedin' | 'x') => ({ platform, accountId: service.accounts[platform] });
  for (const [content, note, platforms] of [
    ['Stollen from Monday, 14 euros.', 'From the notes of Thursday. Is the price right?', ['x', 'instagram']],
    ['We look for a baker for the early shift.', 'For next week, when Rye is back.', ['linkedin']],
  ] as const)
    await fanfare.drafts.create({ note, request: { content, platforms: platforms.map(target) } });
  await page.goto('/drafts');
  await page.getByText('Is the price right?').waitFor();
  await take(page, { folder, name: 'dashboard-drafts' });
}

/** A picture for every network, one that Instagram gets as a JPEG, and one that it refuses. */
async function takeFiles(page: Page, folder: string): Promise<void> {
  await page.goto('/compose');
  await choose(page, 'Threads', 'X', 'Instagram');
  await postText(page).fill('Sunrise at the harbour. First coffee at six, come by.');
  await chooseFiles(page, [sampleFile('harbour.jpg'), sampleFile('latte.png'), await bannerOf(page, 'harbour.jpg')]);
  await page.getByLabel('Alt text of picture 1').fill('Boats in a harbour at sunrise');
  await page.getByText('The aspect ratio of the image is 4:1').first().waitFor();
  await uploaded(page, 'banner.jpg');
  await savedAsDraft(page);
  await leaveField(page);
  for (const form of ['desktop', 'phone'] as const) {
    await page.setViewportSize(form === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 800 });
    await page
      .getByLabel('Alt text of picture 1')
      .evaluate((input) => scrollTo(0, input.getBoundingClientRect().top + scrollY - 180));
    await take(page, {
      folder,
      name: form === 'phone' ? 'dashboard-compose-files-phone' : 'dashboard-compose-files',
      form,
    });
  }
}

/** The lower part of a sample, four times as wide as it is high. */
async function bannerOf(page: Page, name: string): Promise<TestFile> {
  const file = sampleFile(name);
  const cut = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const [width, height] = [image.width, image.width / 4];
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      canvas.getContext('2d')?.drawImage(image, 0, height - image.height);
      return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
    },
    `data:${file.mimeType};base64,${file.buffer.toString('base64')}`,
  );
  return { name: 'banner.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(cut, 'base64') };
}

async function takeChain(page: Page, dashboard: Dashboard, folder: string): Promise<void> {
  const { post } = await dashboard.fanfare.posts.create({
    content: 'Three things about coffee.',
    // It is copied only.
    publishAt: new Date(Date.now() + DAY_MS),
    platforms: (['x', 'threads'] as const).map((platform) => ({
      ...{ platform, accountId: dashboard.service.accounts[platform] },
      thread: [
        { content: 'Three things about coffee.' },
        {
          content: 'Water matters more than beans.',
          mediaItems: [{ type: 'image', url: sample(dashboard, 'latte.png'), altText: 'A latte' }],
        },
        { content: 'Grind late, drink early.' },
      ],
    })),
  });
  await page.goto(`/compose?from=${post.id}`);
  for (const form of ['desktop', 'phone'] as const) {
    await page.setViewportSize({ width: 1280, height: 800 });
    const chain = page.getByRole('list', { name: 'Posts of the chain after the first' });
    await chain.waitFor();
    await savedAsDraft(page);
    if (form === 'phone') await page.setViewportSize({ width: 390, height: 844 });
    await chain.evaluate((list) => scrollTo(0, list.getBoundingClientRect().top + scrollY - 120));
    await take(page, { folder, name: form === 'phone' ? 'dashboard-chain-phone' : 'dashboard-chain', form });
  }
}

/** The look-up of an organization, above a text that begins its mention. */
const takeMention = (page: Page, folder: string): Promise<void> =>
  takeLookUp(page, folder, {
    ...{ account: 'LinkedIn member', text: 'Our winter menu is ready, roasted by @harbour-coffee' },
    ...{ find: 'Find organization', found: 'Mention Harbour Coffee', name: 'dashboard-mention' },
  });

/** The look-up of a page, which finds organizations and people who follow it. */
async function takePeople(page: Page, dashboard: Dashboard, folder: string): Promise<void> {
  await controlSandbox(dashboard, 'linkedin/profiles', { kind: 'page', username: 'okafor', name: 'Okafor Bakery' });
  await takeLookUp(page, folder, {
    ...{ account: 'LinkedIn page', text: 'Thank you for the new oven, @okafor' },
    ...{ find: 'Find', found: 'Mention Ben Okafor', name: 'dashboard-people' },
  });
}

type LookUp = Readonly<Record<'account' | 'text' | 'find' | 'found' | 'name', string>>;

async function takeLookUp(page: Page, folder: string, { account, text, find, found, name }: LookUp): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/compose');
  await choose(page, account);
  await postText(page).fill(text);
  await savedAsDraft(page);
  for (const form of ['desktop', 'phone'] as const) {
    await press(page, 'Mention on LinkedIn');
    await press(page, find);
    await page.getByRole('button', { name: found }).waitFor();
    await take(page, { folder, name: form === 'phone' ? `${name}-phone` : name, form });
    await page.keyboard.press('Escape');
  }
}
