import { type Html, html, trusted } from '../html.ts';

/** The sandbox's name and the links between its two pages. */
export function masthead(current: 'posts' | 'controls'): Html {
  const link = (page: 'posts' | 'controls', href: string, label: string) =>
    html`<a href="${href}" ${page === current && trusted('aria-current="page"')}>${label}</a>`;
  return html`<div class="masthead">
    <div class="brand"><i></i><b>Fanfare</b> <span>sandbox</span></div>
    <div class="pages">${link('posts', '/', 'Posts')}${link('controls', '/__sandbox', 'Controls')}</div>
  </div>`;
}
