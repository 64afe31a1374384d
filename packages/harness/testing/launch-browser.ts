import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** For what never comes; a browser on a busy machine has its time. Playwright itself gives up after 30 s. */
const TIMEOUT_MS = 120_000;

/** Starts a headless Chromium; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ ...(await findChromium()), timeout: TIMEOUT_MS });
  // Every page has a context, those of `newPage` as well.
  browser.on('context', (context) => context.setDefaultTimeout(TIMEOUT_MS));
  return browser;
}
