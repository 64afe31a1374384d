import type { KeyRing } from '../credentials/key-ring.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import { type ClaimedMail, claimMails, settleMailFailed, settleMailSent } from './mails.table.ts';
import { openMail } from './sealed-mail.ts';
import { readSmtpFailure, type SendMail } from './smtp.ts';

/** Mails of a server that are being sent at once. */
const AT_ONCE = 5;
/** Longer than an attempt, and storing how it ended. */
const LEASE_SECONDS = 90;
const FIRST_PAUSE_SECONDS = 5;
const MAX_PAUSE_SECONDS = 6 * 3_600;

type Deps = {
  readonly db: Database;
  readonly keyRing: KeyRing;
  readonly log: Logger;
  /** Null where no mail server is set: mails wait. */
  readonly send: SendMail | null;
  /** How often this server looks for due mails, in addition to when one is written. */
  readonly lookEveryMs: number;
  /** Called for each new mail where no mail server is set. */
  readonly onWaiting: () => void;
  readonly observe: { mailAttempt(outcome: 'sent' | 'retried' | 'refused'): void };
};

export type Mails = {
  /** Looks for due mails now. */
  readonly wake: () => void;
  /** Claims nothing from now on; resolves when no mail is being sent. */
  readonly stop: () => Promise<void>;
};

/** 5 s, 15 s, 45 s … 6 h: a mail is repeated until it is sent or useless. */
export const pauseSeconds = (attempts: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 3 ** attempts, MAX_PAUSE_SECONDS);

/** Sends mails that are due, on any number of servers. A crash between sending a mail and recording it sends it again. */
export function startMails(deps: Deps): Mails {
  const { send } = deps;
  if (!send) {
    return { wake: deps.onWaiting, stop: async () => undefined };
  }
  let working: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  const work = async (): Promise<void> => {
    do {
      again = false;
      const claimed = stopped ? [] : await claimMails(deps.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS });
      await Promise.all(claimed.map((mail) => attempt(deps, send, mail)));
      if (claimed.length === AT_ONCE) again = true;
    } while (again && !stopped);
  };
  const wake = (): void => {
    again = true;
    if (stopped || working) return;
    working = work()
      .catch((err: unknown) => deps.log.warn({ err }, 'looking for mails to send failed'))
      .finally(() => {
        working = null;
        if (again) wake();
      });
  };
  const timer = setInterval(wake, deps.lookEveryMs);
  // What an earlier process did not send does not wait.
  wake();

  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await working;
    },
  };
}

async function attempt(deps: Deps, send: SendMail, mail: ClaimedMail): Promise<void> {
  const { id, kind, recipient } = mail;
  try {
    await send({ id, recipient, content: openMail(deps, mail, mail.content) });
  } catch (error) {
    const { reason, isFinal } = readSmtpFailure(error);
    const nextInSeconds = isFinal ? null : pauseSeconds(mail.attempts);
    deps.observe.mailAttempt(isFinal ? 'refused' : 'retried');
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
