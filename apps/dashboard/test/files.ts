import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { Dashboard } from './open-dashboard.ts';

export type TestFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

const SAMPLES = path.resolve(import.meta.dirname, '../../../packages/sandbox/samples');
const TYPES: Readonly<Record<string, string>> = { jpg: 'image/jpeg', png: 'image/png', mp4: 'video/mp4' };

/** A file of the computer in front of the browser: a sample of the sandbox. */
export const sampleFile = (name: string): TestFile => ({
  name,
  mimeType: TYPES[name.split('.').at(-1) ?? ''] ?? '',
  buffer: readFileSync(path.join(SAMPLES, name)),
});

/** Files as the browser hands them over when they are dropped or pasted. */
const handOver = (page: Page, files: readonly TestFile[]) =>
  page.evaluateHandle(
    (given) => {
      const all = new DataTransfer();
      for (const { name, type, bytes } of given)
        all.items.add(new File([Uint8Array.from(atob(bytes), (one) => one.charCodeAt(0))], name, { type }));
      return all;
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer.toString('base64') })),
  );

export async function drop(page: Page, on: Locator, files: readonly TestFile[]): Promise<void> {
  const dataTransfer = await handOver(page, files);
  for (const type of ['dragenter', 'dragover', 'drop']) await on.dispatchEvent(type, { dataTransfer });
}

export async function paste(page: Page, into: Locator, files: readonly TestFile[]): Promise<void> {
  const clipboardData = await handOver(page, files);
  // Playwright makes no events of the clipboard.
  await into.evaluate(
    (element, given) =>
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: given, bubbles: true, cancelable: true })),
    clipboardData,
  );
}

export const chooseFiles = (page: Page, files: readonly TestFile[]): Promise<void> =>
  page
    .locator('input[type="file"]')
    .first()
    .setInputFiles(files.map((file) => ({ ...file })));

/** Holds the bytes of every upload back until it is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/uploads/**', async (route) => {
    await held;
    // The page may have given it up meanwhile.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Names of the hosted files of the project, newest first. */
export const hostedFiles = async ({ fanfare }: Pick<Dashboard, 'fanfare'>): Promise<string[]> =>
  (await fanfare.media.list().toArray()).map(({ filename, status }) => `${filename} ${status}`);

export const uploaded = (page: Page, name: string) =>
  page.getByRole('log').getByText(`${name} is uploaded.`).first().waitFor();
