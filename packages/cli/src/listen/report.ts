import type { Outcome } from './forward-event.ts';

/** Everything that `listen` says. */
export type Report = ReturnType<typeof createReport>;

type Delivery = Outcome & { readonly at: Date; readonly id: string; readonly type: string };

/** As lines for people, or each as a line of JSON. */
export function createReport(print: (text: string) => void, json: boolean) {
  const say = (kind: string, facts: object, text: string): void =>
    print(json ? `${JSON.stringify({ kind, ...facts })}\n` : `${text}\n`);
  let wasReady = false;
  return {
    /** `secret` is null when the user set it. */
    started(facts: { readonly baseUrl: string; readonly forwardTo: string; readonly secret: string | null }): void {
      const { baseUrl, forwardTo, secret } = facts;
      const shown =
        secret === null
          ? 'Signs with FANFARE_WEBHOOK_SECRET'
          : `Secret    ${secret}  (of this session; verify signatures with it)`;
      say('started', facts, `Events of ${baseUrl}\nForwards to ${forwardTo}\n${shown}`);
    },
    connected({ again }: { readonly again: boolean }): void {
      if (wasReady && !again) return;
      say(
        'connected',
        { again },
        again && wasReady ? 'Fanfare is back; goes on where it was.' : 'Ready. Ctrl-C ends.\n',
      );
      wasReady = true;
    },
    lost(facts: { readonly reason: string }): void {
      say('lost', facts, `Fanfare does not answer (${facts.reason}). Trying again…`);
    },
    retry(facts: {
      readonly id: string;
      readonly type: string;
      readonly attempts: number;
      readonly error: string;
      readonly pauseMs: number;
    }): void {
      const { type, id, error, pauseMs } = facts;
      say('retry', facts, `          ${type}  ${id}  ${error}; again in ${pauseMs / 1_000} s`);
    },
    delivery({ at, ...facts }: Delivery): void {
      const { type, id, status, durationMs, error, attempts } = facts;
      const answer = `${status ?? '---'} ${`${durationMs} ms`.padStart(8)}`;
      const failure = error === null ? '' : `  ${error}${attempts > 1 ? ` (${attempts} attempts)` : ''}`;
      const text = `${at.toTimeString().slice(0, 8)}  ${answer}  ${type.padEnd(24)}  ${id}${failure}`;
      say('delivery', { at: at.toISOString(), ...facts }, text);
    },
    summary(facts: { readonly delivered: number; readonly failed: number; readonly lastEventId: string | null }): void {
      const { delivered, failed, lastEventId } = facts;
      const goOn = lastEventId === null ? '' : ` To go on from here: --after ${lastEventId}`;
      say('summary', facts, `\n${delivered + failed} events: ${delivered} delivered, ${failed} failed.${goOn}`);
    },
  };
}
