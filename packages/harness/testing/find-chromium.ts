import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The package is made for AWS Lambda: it runs everything in one process and takes down the walls between sites. Tests need the browser that people have.
 */
const UNLIKE_PEOPLES = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];

/** A Chromium to start: the machine's own, else the one that comes with the package. */
export async function findChromium(): Promise<{ readonly executablePath: string; readonly args: string[] }> {
  const executablePath = INSTALLED.find((path) => existsSync(path));
  if (executablePath !== undefined) return { executablePath, args: ['--no-sandbox'] };
  const args = sparticuz.args.filter((arg) => !UNLIKE_PEOPLES.includes(arg) && !arg.startsWith('--disable-features'));
  return { executablePath: await sparticuz.executablePath(), args };
}
