import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a Chromium: the machine's own, else the one that comes with the package. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath !== undefined) return chromium.launch({ executablePath, args: ['--no-sandbox'] });
  return chromium.launch({ executablePath: await sparticuz.executablePath(), args: sparticuz.args });
}
