import { launchBrowser } from '@fanfare/harness/browser';

export type Look = {
  readonly width: number;
  /** The file that gets a picture of the page; its ending says in which format. */
  readonly picture: string;
  /** Photographs only so much of the page, from its top. Usual: the whole page. */
  readonly height?: number;
};

export type Seen = { readonly overflowPx: number; readonly brokenImages: number };

/** Opens a page in Chromium as a visitor, and keeps a picture of it. */
export async function lookAt(url: string, { width, height, picture }: Look): Promise<Seen> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width, height: height ?? 900 }, bypassCSP: true });
    await page.goto(url, { waitUntil: 'networkidle' });
    // Images below the fold load when somebody scrolls there.
    await page.evaluate('document.querySelectorAll("img").forEach((image) => { image.loading = "eager"; })');
    await page.waitForFunction('[...document.images].every((image) => image.complete)');
    await page.screenshot({ path: picture, fullPage: height === undefined });
    const overflowPx = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const brokenImages = await page.evaluate<number>(
      '[...document.images].filter((image) => image.naturalWidth === 0).length',
    );
    return { overflowPx, brokenImages };
  } finally {
    await browser.close();
  }
}
