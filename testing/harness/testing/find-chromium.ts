import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sparticuz from '@sparticuz/chromium';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The package is made for AWS Lambda: it runs everything in one process and takes down the walls
 * between sites. Tests need the browser that people have.
 */
const UNLIKE_PEOPLES = [
  '--single-process',
  '--no-zygote',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
];
/** Flags without a graphics card, whose simulation takes a fifth of the processor. */
const GRAPHICS = [
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=',
  '--use-angle=',
  '--enable-unsafe-swiftshader',
];

/** The package has a program for this kind of machine. */
const isInPackage = process.platform === 'linux' && process.arch === 'x64';

/**
 * A Chromium to start: the one that comes with the package, else the machine's own. That of the
 * package has no windows, so it takes half the processor time, and it is the same everywhere.
 */
export async function findChromium(): Promise<{ readonly executablePath: string; readonly args: string[] }> {
  const executablePath = isInPackage ? undefined : INSTALLED.find((path) => existsSync(path));
  if (executablePath !== undefined) return { executablePath, args: ['--no-sandbox'] };
  const unwanted = [...UNLIKE_PEOPLES, ...GRAPHICS, '--disable-features'];
  const args = sparticuz.args.filter((arg) => !unwanted.some((start) => arg.startsWith(start)));
  return { executablePath: await unpack(), args: [...args, '--disable-gpu'] };
}

const PACKAGE = import.meta.resolve('@sparticuz/chromium');
const { version } = JSON.parse(readFileSync(new URL('../package.json', PACKAGE), 'utf8')) as { version: string };
const UNPACKED = fileURLToPath(new URL(`../../../.fanfare/chromium-${version}`, import.meta.url));
const UNPACK = `import chromium from ${JSON.stringify(PACKAGE)}; await chromium.executablePath();`;

/**
 * The package unpacks itself into the folder for temporary files, where a second process finds a
 * program that the first one still writes. So it gets a folder of its own, which becomes visible by
 * its name once it is complete.
 */
async function unpack(): Promise<string> {
  const executablePath = path.join(UNPACKED, 'chromium');
  if (existsSync(executablePath)) return executablePath;
  mkdirSync(path.dirname(UNPACKED), { recursive: true });
  const own = mkdtempSync(`${UNPACKED}-`);
  try {
    const env = { ...process.env, TMPDIR: own };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], { env });
    renameSync(own, UNPACKED);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(executablePath)) throw error;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
  return executablePath;
}
