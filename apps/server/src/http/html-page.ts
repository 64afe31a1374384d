import { createHash } from 'node:crypto';
import { escapeHtml, pagePolicy } from '@fanfare/rules';
import type { Response } from 'express';

const STYLE = `
:root { color-scheme: light dark; --ink: #16181d; --quiet: #5c6270; --paper: #fff; --ground: #f3f2ee; --line: #dcdad2; --accent: #c2410c; --on-accent: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #f2f1ec; --quiet: #a3a7b3; --paper: #1d1f25; --ground: #121317; --line: #33363f; --accent: #fb923c; --on-accent: #1b1206; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { width: min(100%, 440px); background: var(--paper); border: 1px solid var(--line); border-radius: 16px; padding: 32px; }
.brand { margin: 0 0 24px; font-weight: 700; letter-spacing: -.01em; color: var(--accent); }
h1 { margin: 0 0 12px; font-size: 24px; line-height: 1.25; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: anywhere; }
p { margin: 0 0 16px; color: var(--quiet); }
strong { color: var(--ink); overflow-wrap: anywhere; }
dl { margin: 24px 0; padding: 0; border-top: 1px solid var(--line); }
dl div { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); } dd { margin: 0; text-align: right; font-weight: 600; overflow-wrap: anywhere; }
button { width: 100%; padding: 14px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 650; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
label { display: block; margin: 0 0 6px; font-weight: 600; }
input { width: 100%; margin: 0 0 16px; padding: 12px 14px; border: 1px solid var(--quiet); border-radius: 10px; background: var(--paper); color: var(--ink); font: inherit; }
input:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form + form { margin-top: 16px; }
button + button { margin-top: 12px; }
.button { display: block; padding: 13px; border: 1px solid var(--quiet); border-radius: 10px; color: var(--ink); font-weight: 650; text-align: center; text-decoration: none; overflow-wrap: anywhere; }
ul { margin: 0 0 16px; padding: 0; list-style: none; border-top: 1px solid var(--line); color: var(--quiet); }
li { display: flex; justify-content: space-between; gap: 24px; padding: 12px 0; border-bottom: 1px solid var(--line); }
.who { display: flex; align-items: center; gap: 12px; margin: 0 0 20px; }
.who img { width: 48px; height: 48px; border: 1px solid var(--line); border-radius: 12px; object-fit: contain; background: #fff; }
.mark { width: 48px; height: 48px; padding: 11px; border: 1px solid var(--line); border-radius: 12px; fill: none; stroke: var(--ink); stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
strong, dd { unicode-bidi: isolate; }
button.plain { border: 1px solid var(--quiet); background: none; color: var(--ink); }
.notice { padding: 12px 14px; border: 1px solid var(--accent); border-radius: 10px; color: var(--ink); }
.code { margin: 24px 0; color: var(--ink); font: 600 34px/1.2 ui-monospace, monospace; letter-spacing: .06em; text-align: center; }
article { margin-top: 24px; border-top: 1px solid var(--line); }
h2 { margin: 16px 0 0; font-size: 18px; overflow-wrap: anywhere; }
pre { margin: 16px 0 0; font: 14px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--accent); }
.small { margin: 16px 0 0; font-size: 14px; }
code { font: 14px ui-monospace, monospace; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export type HtmlPage = {
  readonly title: string;
  /** Already escaped. */
  readonly body: string;
  /** Where forms of this page may lead, besides this service itself: browsers apply it to the redirect after a form too. */
  readonly formTargets?: readonly string[];
  /** Whether it shows an image of this service. */
  readonly ownImages?: boolean;
  /** Default `no-referrer`. */
  readonly referrerPolicy?: 'same-origin';
};

/** Sends one of the service's own pages: no script, no outside request, not cached, not framed, no referrer for other sites. */
export function sendPage(res: Response, status: number, page: HtmlPage): void {
  res.status(status).set({
    'Content-Security-Policy': pagePolicy(STYLE_HASH, page.formTargets, { ownImages: page.ownImages ?? false }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': page.referrerPolicy ?? 'no-referrer',
  });
  res
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escapeHtml(page.title)}</title><style>${STYLE}</style></head><body><main><p class="brand">Fanfare</p>${page.body}</main></body></html>`,
    );
}
