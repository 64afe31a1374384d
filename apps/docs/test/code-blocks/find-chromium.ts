import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A Chromium to start: the machine's own, else the one that comes with the package. */
export async function findChromium(): Promise<{ readonly executablePath: string; readonly args: readonly string[] }> {
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed !== undefined) return { executablePath: installed, args: ['--no-sandbox'] };
  return { executablePath: await chromium.executablePath(), args: chromium.args };
}
