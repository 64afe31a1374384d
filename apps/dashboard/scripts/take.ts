import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Dashboard } from '../test/open-dashboard.ts';

/** Takes some of the pictures: of a server that nobody has used yet, into a folder. */
export type TakePart = (dashboard: Dashboard, folder: string) => Promise<void>;

const FORMS = {
  desktop: { width: 1280, height: 800, colorScheme: 'light' },
  // The list beside the feed ends with a whole line.
  'desktop of a feed': { width: 1280, height: 850, colorScheme: 'light' },
  phone: { width: 390, height: 844, colorScheme: 'light' },
  'dark phone': { width: 390, height: 844, colorScheme: 'dark' },
} as const;

type Picture = {
  readonly folder: string;
  readonly name: string;
  /** Usual: a desktop. */
  readonly form?: keyof typeof FORMS;
  /** The whole page instead of one screen of it. */
  readonly fullPage?: boolean;
};

/** Takes one picture of a page, and prints its name. */
export async function take(page: Page, { folder, name, form = 'desktop', fullPage = false }: Picture): Promise<void> {
  const { colorScheme, ...size } = FORMS[form];
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await page.screenshot({ path: path.join(folder, `${name}.jpg`), type: 'jpeg', quality: 80, fullPage });
  console.log(`${name}.jpg`);
}

/** Takes the frame from the field that was filled last. */
export const leaveField = (page: Page): Promise<void> =>
  page.evaluate(() => (document.activeElement as HTMLElement).blur());
