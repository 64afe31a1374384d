import { escapeHtml } from '@fanfare/rules';

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; padding: 0 16px 64px; font: 16px/1.6 system-ui, sans-serif; background: Canvas; color: CanvasText; }
header, main { max-width: 860px; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; gap: 4px 20px; padding: 16px 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
h1, h2, h3 { line-height: 1.25; overflow-wrap: anywhere; }
p, li { overflow-wrap: anywhere; }
a { color: LinkText; }
code { font: .875em ui-monospace, monospace; }
pre { overflow-x: auto; padding: 14px 16px; border-radius: 8px; background: color-mix(in srgb, currentColor 8%, transparent); }
table { display: block; overflow-x: auto; border-collapse: collapse; }
th, td { padding: 6px 10px; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); text-align: left; vertical-align: top; }
img { max-width: 100%; height: auto; }`;

const LINKS = [
  ['all', 'All pages'],
  ['errors', 'Errors'],
  ['troubleshooting', 'Troubleshooting'],
  ['explorer', 'API reference'],
] as const;

/** Frame of a documentation page. `body` is HTML. */
export function markdownDocsHtml(page: {
  readonly base: string;
  readonly title: string;
  readonly body: string;
}): string {
  const links = LINKS.map(([name, title]) => `<a href="${escapeHtml(page.base + name)}">${title}</a>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(page.title)} · Fanfare</title><link rel="icon" href="data:,"><style>${STYLE}</style></head><body><header>${links}</header><main>${page.body}</main></body></html>`;
}
