import { axeFindings } from '@fanfare/harness/axe';
import { shareBrowser } from '@fanfare/harness/browser';
import type { ServiceOfFile } from '@fanfare/harness/service';
import { startService } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import type { Page } from 'playwright-core';
import { signIn, type TestSession } from './sign-in.ts';

export type Dashboard = {
  readonly service: ServiceOfFile;
  /** A client with the key of the service's project. */
  readonly fanfare: Fanfare;
  /** A new tab of somebody who has just signed in, owner of the workspace of that project. */
  newPage(): Promise<SignedInPage>;
  /** A new browser of somebody who is not signed in. */
  newGuest(): Promise<Page>;
  close(): Promise<void>;
};

export type SignedInPage = {
  readonly page: Page;
  readonly session: TestSession;
  /** Errors of scripts and of the console, a broken policy among them; empties the list. */
  takeErrors(): string[];
};

/** A real server with simulated networks, and a browser. */
export async function openDashboard(settings: Readonly<Record<string, string>> = {}): Promise<Dashboard> {
  // Starting it builds the dashboard, if it is out of date.
  const service = await startService(settings);
  const { close, ...dashboard } = await openDashboardOf(service);
  return {
    ...dashboard,
    async close() {
      await close();
      await service.stop();
    },
  };
}

/** A browser for a service that runs already. */
export async function openDashboardOf(service: ServiceOfFile): Promise<Dashboard> {
  const browser = await shareBrowser();
  const newContext = () =>
    browser.newContext({
      baseURL: service.baseUrl,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
    });
  return {
    service,
    fanfare: new Fanfare(service),
    async newPage() {
      const session = await signIn(service);
      const context = await newContext();
      await context.addCookies([{ ...session.cookie, url: service.baseUrl }]);
      const page = await context.newPage();
      const errors: string[] = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      return { page, session, takeErrors: () => errors.splice(0) };
    },
    newGuest: async () => (await newContext()).newPage(),
    close: () => browser.close(),
  };
}

export { axeFindings };

const SCREENS = [
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 800, colorScheme: 'light' },
] as const;

/**
 * Findings of axe on a phone in dark and on a desktop in light, and by how much the page is wider
 * than the screen.
 */
export async function screenFindings(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { colorScheme, ...size } of SCREENS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (tooWide > 0) found.push(`${tooWide} px wider than ${size.width}`);
    found.push(...(await axeFindings(page)));
  }
  return found;
}
