import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../test/open-dashboard.ts';

const SCREENS = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const;
/** A longer page is cut here. */
const MOST_HEIGHT = 2_400;

/** Pictures of the documentation by the screens they are of. They show one screen, others the whole page. */
const OF_THE_DOCS: Readonly<Record<string, string>> = {
  'home-1280-light': 'dashboard-home',
  'accounts-390-dark': 'dashboard-accounts-phone',
  'post-partly-failed-1280-light': 'dashboard-post',
  'post-timeline-1280-light': 'dashboard-timeline',
  'calendar-1280-light': 'dashboard-calendar',
  'compose-1280-light': 'dashboard-compose',
  'compose-390-light': 'dashboard-compose-phone',
  'connect-confirm-1280-light': 'connect-confirm',
  'connect-done-with-pages-1280-light': 'connect-done',
  'requests-1280-light': 'dashboard-requests',
  'webhook-1280-light': 'dashboard-webhook',
};

export type Camera = {
  /** Takes a page on every screen, or on those so wide, and prints what axe finds on each. */
  take(page: Page, name: string, widths?: readonly number[]): Promise<void>;
  /** Writes an index of the pictures and prints their number. */
  finish(): void;
};

/** Takes pictures into a folder. */
export function openCamera(folder: string): Camera {
  mkdirSync(path.join(folder, 'docs'), { recursive: true });
  const files: string[] = [];
  let findings = 0;
  let pages = 0;
  console.log(''.padEnd(32) + SCREENS.map(({ width, colorScheme }) => ` ${width} ${colorScheme}`).join(' |'));
  return {
    async take(page, name, widths = [1280, 390]) {
      const row: string[] = [];
      for (const { width, height, colorScheme } of SCREENS) {
        if (!widths.includes(width)) {
          row.push('—'.padStart(6));
          continue;
        }
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme });
        const found = [...(await axeFindings(page)), ...(await tooWide(page))];
        findings += found.length;
        row.push(String(found.length).padStart(6));
        for (const finding of found) console.log(`  ${name} ${width} ${colorScheme}: ${finding}`);
        const screen = `${name}-${width}-${colorScheme}`;
        const ofDocs = OF_THE_DOCS[screen];
        if (ofDocs)
          await page.screenshot({ path: path.join(folder, 'docs', `${ofDocs}.jpg`), type: 'jpeg', quality: 80 });
        await showAll(page, { width, height });
        await page.screenshot({ path: path.join(folder, `${screen}.png`) });
        files.push(`${screen}.png`);
      }
      pages++;
      console.log(name.padEnd(32) + row.join(''));
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
    },
    finish() {
      writeFileSync(path.join(folder, 'index.html'), indexOf(files));
      console.log(
        `${files.length} pictures of ${pages} pages and states, ${findings} findings: ${path.join(folder, 'index.html')}`,
      );
    },
  };
}

/** Makes the screen as high as the page. A dialog or a menu stays where a person sees it. */
async function showAll(page: Page, { width, height }: { readonly width: number; readonly height: number }) {
  const whole = await page.evaluate(() =>
    document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
      ? 0
      : document.documentElement.scrollHeight,
  );
  if (whole > height) await page.setViewportSize({ width, height: Math.min(whole, MOST_HEIGHT) });
}

async function tooWide(page: Page): Promise<string[]> {
  const px = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return px > 0 ? [`${px} px wider than the screen`] : [];
}

const indexOf = (files: readonly string[]): string =>
  `<!doctype html><meta charset="utf-8"><title>Pictures</title><style>body{display:flex;flex-wrap:wrap;gap:1rem;font:14px sans-serif}</style>${files
    .map(
      (file) =>
        `<figure><a href="${file}"><img src="${file}" width="320" loading="lazy"></a><figcaption>${file}</figcaption></figure>`,
    )
    .join('')}`;
