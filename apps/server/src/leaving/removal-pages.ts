import { escapeHtml, type HtmlPage } from '@fanfare/rules';
import type { RemovalStatus } from './removal-requests.table.ts';

/** Page of a removal. It names no person, because anybody may have the address. */
export function statusPage(code: string, removal: RemovalStatus, networkName: string): HtmlPage {
  const network = escapeHtml(networkName);
  const rows = [
    ['Network', network],
    ['Requested', moment(removal.requestedAt)],
    ['Deleted', removal.completedAt ? moment(removal.completedAt) : 'Not yet'],
  ];
  const facts = rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
  const [title, text] = removal.completedAt
    ? [
        'Your data was deleted',
        `Everything this service had stored about your account on ${network} is gone: the connection, its access, and the record of what was published through it.`,
      ]
    : [
        'Your data is being deleted',
        `The request was received, and the connection to your account on ${network} is being deleted with everything that belongs to it. Look again in a few minutes.`,
      ];
  return {
    title,
    body: `<h1>${title}</h1><p>${text}</p><dl>${facts}</dl><p class="small">What was published on ${network} stays there until you delete it there. Confirmation code: <code>${escapeHtml(code)}</code></p>`,
  };
}

export function unknownCodePage(): HtmlPage {
  return {
    title: 'No such request',
    body: '<h1>There is no request with this code</h1><p>Check that the address is complete: it ends with the confirmation code you were given, 32 letters and digits.</p>',
  };
}

export function noStatusPage(requestId: string): HtmlPage {
  return {
    title: 'Something went wrong',
    body: `<h1>The request cannot be looked up right now</h1><p>It is not lost. Try again in a few minutes.</p><p class="small">Request: <code>${escapeHtml(requestId)}</code></p>`,
  };
}

/** Formats a time on one line with its zone. */
const moment = (date: Date): string =>
  `${date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })}&nbsp;UTC`;
