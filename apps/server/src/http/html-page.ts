import type { Accent } from '@fanfare/design-tokens';
import { type HtmlPage, type PageFrame, pageHtml, pagePolicy } from '@fanfare/rules';
import type { Response } from 'express';
import type { InstallationLogo } from '../config/installation/installation-logo.ts';

export type Brand = PageFrame & {
  /** SHA-256 of the style, base64. */
  readonly styleSha256: string;
  /** Null for the product's own colours. */
  readonly accent: Accent | null;
  /** Logo, if mail programs can show it. */
  readonly mailLogo: InstallationLogo | null;
};

/** Sends a page: no script, no outside request, not cached, not framed, no referrer elsewhere. */
export function sendPage({ brand }: { readonly brand: Brand }, res: Response, status: number, page: HtmlPage): void {
  const ownImages = page.ownImages === true || brand.logoUrl !== null;
  res.status(status).set({
    'Content-Security-Policy': pagePolicy(brand.styleSha256, page.formTargets, { ownImages }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': page.referrerPolicy ?? 'no-referrer',
  });
  res.type('html').send(pageHtml(brand, page));
}
