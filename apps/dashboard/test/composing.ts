import type { LivePost } from '@fanfare/harness/testing';
import type { Page } from 'playwright-core';
import type { Dashboard, SignedInPage } from './open-dashboard.ts';

type Service = Pick<Dashboard, 'service'>;

/** Opens a composer in a tab of a new person. */
export async function openComposer(
  dashboard: Pick<Dashboard, 'newPage'>,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<SignedInPage> {
  const tab = await dashboard.newPage();
  await prepare(tab.page);
  await tab.page.goto('/compose');
  await postText(tab.page).waitFor();
  return tab;
}

export const postText = (page: Page) => page.getByLabel('Text', { exact: true });

/** Chips by the networks of the development accounts. */
export async function choose(page: Page, ...networks: string[]): Promise<void> {
  for (const network of networks)
    await page
      .getByRole('checkbox', { name: new RegExp(`^${network} `) })
      .first()
      .check();
}

export async function addMedia(page: Page, url: string): Promise<void> {
  await page.getByLabel('Or the address of a picture or video').fill(url);
  await page.getByRole('button', { name: 'Add media' }).click();
}

/** The draft of this page is on the server, with what was typed last. */
export const savedAsDraft = (page: Page) => page.getByText('Saved as a draft.', { exact: true }).waitFor();

export const preview = (page: Page, network: string) => page.getByRole('article', { name: `Preview on ${network}` });

/** The page of a post that was sent. */
export const sent = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor();

export const sample = ({ service }: Service, name: string): string => `${service.sandboxUrl}/__sandbox/samples/${name}`;

export const livePosts = async ({ service }: Service, text: string): Promise<LivePost[]> =>
  (await service.livePosts()).filter((post) => post.text === text);
