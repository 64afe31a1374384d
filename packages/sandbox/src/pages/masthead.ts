import { type Html, html, trusted } from '../html.ts';

const pages = [
  ['posts', '/', 'Posts'],
  ['webhooks', '/receiver', 'Webhooks'],
  ['controls', '/__sandbox', 'Controls'],
] as const;

/** The sandbox's name and the links between its pages. */
export function masthead(current: (typeof pages)[number][0]): Html {
  return html`<div class="masthead">
    <div class="brand"><i></i><b>Fanfare</b> <span>sandbox</span></div>
    <div class="pages">${pages.map(
      ([page, href, label]) =>
        html`<a href="${href}" ${page === current && trusted('aria-current="page"')}>${label}</a>`,
    )}</div>
  </div>`;
}
