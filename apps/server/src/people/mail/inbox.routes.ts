import { escapeHtml } from '@fanfare/rules';
import { type Request, Router } from 'express';
import type { Database } from '../../db/database.ts';
import { handled } from '../../http/handled.ts';
import { type Brand, sendPage } from '../../http/html-page.ts';
import { isLoopback } from '../../http/loopback.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import { listUnsentMails, type StoredContent } from './mails.table.ts';
import { openMail } from './sealed-mail.ts';

const SHOWN = 50;

export type InboxDeps = {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly baseUrl: string;
  readonly brand: Brand;
  /** True for a server in development without a mail server. */
  readonly showsInbox: boolean;
};

/** `/dev/inbox`: mails of a server in development, readable on its own machine only. */
export function inboxRoutes(deps: InboxDeps): Router {
  const router = Router();
  if (!deps.showsInbox) return router;
  router.get(
    '/dev/inbox',
    handled(async (req, res, next) => {
      if (!isFromThisMachine(req)) return next();
      const mails = await listUnsentMails(deps.db, SHOWN);
      const shown = mails.map((mail) => showMail(deps, mail)).join('');
      const body = `<h1>Inbox</h1><p>Mails that this server would send. Those that were used or have expired are gone.</p>${shown || '<p><strong>No mail yet.</strong></p>'}`;
      sendPage(deps, res, 200, { title: 'Inbox', body, referrerPolicy: 'same-origin' });
    }),
  );
  return router;
}

/** Rejects proxies, and pages whose host name was pointed here (DNS rebinding). */
function isFromThisMachine(req: Request): boolean {
  const isForwarded = req.get('x-forwarded-for') !== undefined || req.get('forwarded') !== undefined;
  const host = (req.get('host') ?? '').replace(/:\d+$/, '');
  return !isForwarded && isLoopback(host) && isLoopback(req.socket.remoteAddress ?? '');
}

function showMail(deps: InboxDeps, mail: StoredContent): string {
  const { subject, text } = openMail(deps, mail, mail.content);
  const linked = text
    .split('\n')
    .map((line) => {
      const shown = escapeHtml(line);
      return line.startsWith(`${deps.baseUrl}/`) ? `<a href="${shown}">${shown}</a>` : shown;
    })
    .join('\n');
  return `<article><h2>${escapeHtml(subject)}</h2><p class="small">To ${escapeHtml(mail.recipient)}, ${moment(mail.createdAt)}</p><pre>${linked}</pre></article>`;
}

/** Formats a time on one line with its zone. */
const moment = (date: Date): string =>
  `${date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`.replaceAll(
    ' ',
    '&nbsp;',
  );
