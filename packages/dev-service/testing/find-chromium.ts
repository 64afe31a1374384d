import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A Chromium to start: the machine's own, else the one that comes with the package. */
export async function findChromium(): Promise<{ readonly executablePath: string; readonly args: string[] }> {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath !== undefined) return { executablePath, args: ['--no-sandbox'] };
  return { executablePath: await sparticuz.executablePath(), args: sparticuz.args };
}
