import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { findChromium } from './find-chromium.ts';

/** Time limit for what never comes. Playwright itself gives up after 30 s. */
const TIMEOUT_MS = 120_000;
/** Starts again after a crash at the start: seen once, with SIGSEGV, on a busy machine. */
const MAX_LAUNCHES = 3;

export type SharedBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

let running: Promise<Browser> | null = null;

/** The headless Chromium of this process. `close` closes the contexts of its caller. */
export async function shareBrowser(): Promise<SharedBrowser> {
  if (!(await running)?.isConnected()) running = launchBrowser();
  const browser = await running!;
  const contexts: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  };
}

/**
 * Ends the Chromium that `shareBrowser` started. A test runner ends its processes; a script cannot
 * exit before.
 */
export async function endSharedBrowser(): Promise<void> {
  await (await running)?.close();
  running = null;
}

/** Starts a headless Chromium; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const browser = await launch(1);
  // Every page has a context, those of `newPage` as well.
  browser.on('context', (context) => context.setDefaultTimeout(TIMEOUT_MS));
  return browser;
}

async function launch(count: number): Promise<Browser> {
  try {
    return await chromium.launch({ ...(await findChromium()), timeout: TIMEOUT_MS });
  } catch (error) {
    const hasCrashed = error instanceof Error && /process did exit: exitCode=null, signal=SIG/.test(error.message);
    if (!hasCrashed || count === MAX_LAUNCHES) throw error;
    console.warn(`Chromium crashed at its start (${count} of ${MAX_LAUNCHES}); starting it again.`);
    return launch(count + 1);
  }
}
