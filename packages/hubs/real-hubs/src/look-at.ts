import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from '@fanfare/harness/browser';

type Seen = { readonly overflowPx: number; readonly brokenImages: number; readonly picture: string };

/** Opens a page in Chromium as a visitor, and keeps a picture of it. */
export async function lookAt(
  url: string,
  options: { readonly width: number; readonly picture: string },
): Promise<Seen> {
  const folder = path.join(tmpdir(), 'fanfare-real-hubs');
  mkdirSync(folder, { recursive: true });
  const picture = path.join(folder, options.picture);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: options.width, height: 900 } });
    await page.goto(url, { waitUntil: 'networkidle' });
    // Images below the fold load when somebody scrolls there.
    await page.evaluate('document.querySelectorAll("img").forEach((image) => { image.loading = "eager"; })');
    await page.waitForFunction('[...document.images].every((image) => image.complete)');
    await page.screenshot({ path: picture, fullPage: true });
    const overflowPx = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const brokenImages = await page.evaluate<number>(
      '[...document.images].filter((image) => image.naturalWidth === 0).length',
    );
    return { overflowPx, brokenImages, picture };
  } finally {
    await browser.close();
  }
}
