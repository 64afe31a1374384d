import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><style>path{fill:#0c6e78}</style><path d="M0 0h8v8H0z"/></svg>';

/**
 * Would mark the window that shows it, and send a request elsewhere, in every way in which an SVG
 * can run something.
 */
export const HOSTILE_SVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 8 8" width="64" height="64" onload="document.title='ran'">
<script>document.title = 'ran'; parent.document.title = 'ran'; fetch('/ran');</script>
<style>@import url('/ran.css'); path { fill: #0c6e78 }</style>
<image href="/ran.png" width="1" height="1"/><use xlink:href="/ran.svg#a"/>
<foreignObject width="8" height="8"><iframe xmlns="http://www.w3.org/1999/xhtml" src="/ran.html" srcdoc="&lt;script&gt;top.document.title='ran'&lt;/script&gt;"/></foreignObject>
<a xlink:href="javascript:document.title='ran'"><path d="M0 0h8v8H0z"/></a></svg>`;

/** One pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Writes a logo where a server finds it. */
export function logoFile(content: string | Buffer): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'fanfare-logo-')), 'logo');
  writeFileSync(file, content);
  return file;
}
