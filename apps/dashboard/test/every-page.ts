import { expect } from 'vitest';
import { axeFindings, type Dashboard } from './open-dashboard.ts';

/** Every page, and a text that is there once it has read its data. */
const PAGES: readonly (readonly [address: string, text: string])[] = [
  ['/', 'Goes out next'],
  ['/posts', 'This project has no post'],
  ['/drafts', 'There is no draft'],
  ['/compose', 'Choose an account to see'],
  ['/calendar', 'Nothing is scheduled in'],
  ['/accounts', 'Harbour Community'],
  ['/requests', '/api/v1/accounts/connect'],
  ['/webhooks', 'The receiver page of the sandbox'],
  ['/usage', 'By account'],
  ['/settings/keys', 'Quick start'],
  ['/settings/apps', 'No app is connected'],
  ['/settings/members', '(you)'],
  ['/settings/project', 'Project id'],
  ['/settings/branding', 'INSTALLATION_COLOUR'],
  ['/settings/sessions', 'This browser'],
];
export const SCREENS = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;

/**
 * Holds of every page, on the screens that it is tried on, that it fits, and that neither axe nor
 * the console has a word to say.
 */
export async function holdEveryPage(
  dashboard: Omit<Dashboard, 'close'>,
  screensOf: (at: number) => readonly (typeof SCREENS)[number][],
): Promise<void> {
  const { page, takeErrors } = await dashboard.newPage();
  for (const [at, [address, text]] of PAGES.entries()) {
    const answer = await page.goto(address);
    await page.getByText(text).first().waitFor();
    const found = { status: answer?.status(), errors: takeErrors(), wider: 0, axe: [] as string[] };
    for (const { colorScheme, ...size } of screensOf(at)) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      found.wider += await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth));
      found.axe.push(...(await axeFindings(page)));
    }
    expect([address, found]).toEqual([address, { status: 200, errors: [], wider: 0, axe: [] }]);
  }
}
