import { type Call, NetworkError, type Prepared, type Sent, type Verdict } from '@fanfare/network';
import type { MovedClock } from './moved-clock.ts';
import type { Subject } from './subject.ts';

/** The number of times that the executor sends a write whose handle may be sent again. */
const MAX_SENDS = 3;

export type Settled =
  | ({ readonly state: 'live' } & Sent)
  | Extract<Verdict, { readonly state: 'absent' | 'undecided' }>;

/**
 * Treats an unknown outcome as the executor does: reconciles, and sends again only on `resend`,
 * with the handle alone, as after a crash. `reconciling` wraps every call of `reconcile`, for
 * observation.
 */
export async function settle(
  { subject, call, clock }: { readonly subject: Subject; readonly call: Call; readonly clock: MovedClock },
  attempt: { readonly prepared: Prepared; readonly intendedAt: number; readonly error: unknown },
  reconciling: (ask: () => Promise<Verdict>) => Promise<Verdict>,
): Promise<Settled> {
  const errors = [attempt.error];
  const { handle } = attempt.prepared;
  for (;;) {
    const now = clock.now();
    const verdict = await reconciling(() =>
      subject.reconcile(call, {
        handle,
        intendedAt: attempt.intendedAt,
        agoMs: now - attempt.intendedAt,
        sends: errors.length,
        error: errors.at(-1),
        earlierErrors: errors.slice(0, -1),
      }),
    );
    if (verdict.state !== 'resend') return verdict;
    if (errors.length === MAX_SENDS) return { state: 'undecided' };
    await clock.sleep(verdict.afterMs);
    try {
      return { state: 'live', ...(await subject.send(call, { handle, body: null })) };
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      errors.push(error);
    }
  }
}
