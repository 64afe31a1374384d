import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '@fanfare/harness/browser';
import type { Locator } from 'playwright-core';

/**
 * From an empty folder to the first post: clones this repository, runs `pnpm dev` there, and does the rest in a browser, as fast as the pages allow. Prints
 * seconds and clicks, and takes a picture of each step: `pnpm --filter @fanfare/dashboard walk [folder]`.
 */
const FOLDER = path.resolve(process.argv[2] ?? path.join(tmpdir(), 'fanfare-walk'));
const REPOSITORY = path.resolve(import.meta.dirname, '../../..');
const EMPTY = mkdtempSync(path.join(tmpdir(), 'fanfare-empty-'));
const COMMAND = `git clone --quiet ${REPOSITORY} . && npx --yes pnpm@10.34.9 dev`;

const startedAtMs = performance.now();
const seconds = (): number => (performance.now() - startedAtMs) / 1_000;
let clicks = 0;
let fields = 0;
const click = async (target: Locator): Promise<void> => {
  await target.click();
  clicks++;
};
const fill = async (target: Locator, text: string): Promise<void> => {
  await target.fill(text);
  fields++;
};

mkdirSync(FOLDER, { recursive: true });
/** What a shell gives to every program, and how npm reaches its registry from here. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|NODE_EXTRA_CA_CERTS|npm_config_.*|https?_proxy)$/i.test(name),
  ),
);
const service = spawn('sh', ['-c', COMMAND], {
  cwd: EMPTY,
  env: { ...environment, CI: 'true', PORT: '0', SANDBOX_PORT: '0' },
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const setupUrl = await new Promise<string>((resolve, reject) => {
    let printed = '';
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const url = /https?:\S+\/setup\/[\w-]+/.exec(printed)?.[0];
      if (url) resolve(url);
    });
    service.once('exit', () => reject(new Error(`It ended:\n${printed}`)));
  });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const step = async (name: string): Promise<void> => {
    console.log(
      `${name.padEnd(28)}${seconds().toFixed(1).padStart(7)} s${String(clicks).padStart(4)} clicks${String(fields).padStart(4)} fields`,
    );
    await page.screenshot({ path: path.join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 75 });
  };

  await page.goto(setupUrl);
  await step('1-set-up-link');
  await fill(page.getByLabel('E-mail address'), 'ada@example.com');
  await click(page.getByRole('button'));
  await page.getByText('Goes out next').waitFor();
  await step('2-signed-in');
  await click(page.getByRole('link', { name: 'Compose post' }));
  await click(page.getByRole('checkbox', { name: /^Threads / }).first());
  await click(page.getByRole('checkbox', { name: /^X / }).first());
  await fill(page.getByLabel('Text', { exact: true }), 'The harbour is awake. First coffee at seven.');
  await page.getByText('2 units').first().waitFor();
  await step('3-composed');
  await click(button('Publish now'));
  await page.getByRole('heading', { name: 'Published', level: 1 }).waitFor();
  await step('4-published');
  await browser.close();
} finally {
  if (service.exitCode === null) {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    process.kill(-service.pid!, 'SIGTERM');
    await ended;
  }
  rmSync(EMPTY, { recursive: true, force: true });
}
