import { isOwnMistake } from '@fanfare/network';
import type { Database } from '../../db/database.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import type { Logger } from '../../process/log/log.ts';
import { type ClaimedMail, claimMails, renewMails, settleMailFailed, settleMailSent } from './mails.table.ts';
import { openMail } from './sealed-mail.ts';
import type { SendMail } from './smtp.ts';
import { NO_CODE, readSmtpFailure } from './smtp-failure.ts';

const AT_ONCE = 5;
/** Lease of a mail without a heartbeat. */
const LEASE_SECONDS = 15;
const HEARTBEAT_MS = 3_000;
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 6 * 3_600;

export type SendDueMailsDeps = {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly log: Logger;
  readonly send: SendMail;
  readonly observe: { mailAttempt(outcome: 'sent' | 'retried' | 'refused'): void };
};

/** Pauses 5 s, 15 s, 45 s … 6 h, until the mail is sent or useless. */
export const pauseSeconds = (attempts: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 3 ** attempts, MAX_PAUSE_SECONDS);

/** Sends due mails, on any number of servers. A crash before recording sends a mail again. */
export async function sendDueMails(deps: SendDueMailsDeps, stopping: AbortSignal): Promise<void> {
  const sending = new Set<ClaimedMail>();
  const heartbeat = setInterval(() => {
    if (sending.size === 0) return;
    renewMails(deps.db, [...sending], LEASE_SECONDS).catch((err: unknown) =>
      deps.log.warn({ err }, 'leases of mails could not be renewed'),
    );
  }, HEARTBEAT_MS);
  try {
    for (let more = true; more && !stopping.aborted; ) {
      const claimed = await claimMails(deps.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS });
      for (const mail of claimed) sending.add(mail);
      await Promise.all(claimed.map((mail) => attempt(deps, mail).finally(() => sending.delete(mail))));
      more = claimed.length === AT_ONCE;
    }
  } finally {
    clearInterval(heartbeat);
  }
}

async function attempt(deps: SendDueMailsDeps, mail: ClaimedMail): Promise<void> {
  const { id, kind, recipient } = mail;
  try {
    await deps.send({ id, recipient, content: openMail(deps, mail, mail.content) });
  } catch (error) {
    const { reason, isFinal } = readSmtpFailure(error);
    const nextInSeconds = isFinal ? null : pauseSeconds(mail.attempts);
    deps.observe.mailAttempt(isFinal ? 'refused' : 'retried');
    // Errors of SMTP have a code. Any other one is our bug.
    if (reason === NO_CODE || isOwnMistake(error))
      deps.log.error({ mailId: id, kind, err: error }, 'preparing a mail failed unexpectedly');
    deps.log.warn(
      { mailId: id, kind, reason, nextInSeconds },
      isFinal ? 'the mail server refused the recipient of a mail' : 'a mail could not be sent; it is tried again',
    );
    await settleMailFailed(deps.db, mail, { error: reason, nextInSeconds });
    return;
  }
  deps.observe.mailAttempt('sent');
  await settleMailSent(deps.db, mail);
  deps.log.info({ mailId: id, kind, attempts: mail.attempts + 1 }, 'a mail was sent');
}
