import { escapeHtml } from './page-security.ts';

/** A page that is rendered without a script. */
export type HtmlPage = {
  readonly title: string;
  /** Already escaped. */
  readonly body: string;
  /** Addresses to which forms may lead, besides the service; also after a redirect. */
  readonly formTargets?: readonly string[];
  /** Whether it shows an image of the service. */
  readonly ownImages?: boolean;
  /** Default `no-referrer`, with which browsers send forms with `Origin: null`. */
  readonly referrerPolicy?: 'same-origin';
};

/** The sender of a page. */
export type PageFrame = {
  /** Name of the installation. */
  readonly name: string;
  /** An image of the service; null for the name alone. */
  readonly logoUrl: string | null;
  readonly style: string;
};

/** A whole document. The name stands beside the logo, so that it is seen where no image is. */
export function pageHtml(
  { name, logoUrl, style }: PageFrame,
  { title, body }: Pick<HtmlPage, 'title' | 'body'>,
): string {
  const logo = logoUrl === null ? '' : `<img src="${escapeHtml(logoUrl)}" alt="">`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="${escapeHtml(logoUrl ?? 'data:,')}"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><p class="brand">${logo}<span>${escapeHtml(name)}</span></p>${body}</main></body></html>`;
}
