import { readFileSync } from 'node:fs';
import { type Html, html, toText, trusted } from './html.ts';

const folder = new URL('./pages/', import.meta.url);
const styleSheets = new Map<string, string>();

type Styles =
  | 'base'
  | 'post'
  | 'media'
  | 'media-kinds'
  | 'embeds'
  | 'profile'
  | 'story'
  | 'consent'
  | 'feed'
  | 'feed-start'
  | 'control-forms'
  | 'people'
  | 'request-log'
  | 'hub'
  | 'hub-settings'
  | 'hub-editor'
  | 'receiver';

/** A whole page with inline styles, so that it needs no other request. */
export function renderShell(page: {
  readonly title: string;
  readonly styles: readonly Styles[];
  /** More for the head of the page. */
  readonly head?: Html;
  readonly body: Html;
}): string {
  const styles = page.styles.map(readStyles).join('\n');
  return toText(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta http-equiv="content-security-policy" content="default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; script-src 'self'; connect-src 'self'">
<title>${page.title}</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%232f5fd0'/%3E%3Cpath d='M4 10.5 8 4l4 6.5z' fill='%23fff'/%3E%3C/svg%3E">
<style>${trusted(styles)}</style>
${page.head ?? null}
</head>
${page.body}
</html>
`);
}

function readStyles(name: string): string {
  const known = styleSheets.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`${name}.css`, folder), 'utf8');
  styleSheets.set(name, text);
  return text;
}
