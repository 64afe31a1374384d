import { html } from '../html.ts';
import { renderShell } from '../page-shell.ts';
import type { Simulator } from '../simulator.ts';
import { masthead } from './feed-page.ts';

export function renderPeoplePage(_view: { readonly simulators: readonly Simulator[] }): string {
  return renderShell({
    title: 'Controls · Fanfare sandbox',
    styles: ['base', 'feed'],
    body: html`<body>${masthead('controls')}</body>`,
  });
}
