import { type ConnectResult, connectRedirect } from '@fanfare/rules';
import { declinedBy } from '../accounts/permissions.ts';
import { wrong } from '../check-argument.ts';
import type { MockState } from '../mock-state.ts';
import type { ConnectAttempt } from '../world.ts';
import { type Consent, finishConnect } from './finish-connect.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'events'>;

/**
 * Completes a connect flow in place of the user, without a page. Returns the address the user is
 * redirected to, or null without `redirectUrl`. Throws RangeError for a link that is unknown, used
 * or older than ten minutes.
 */
export function answerConnectLink(deps: Deps, authUrl: string, consent: Consent): string | null {
  if (!URL.canParse(authUrl)) throw wrong('connect(authUrl)', authUrl, 'a connect link');
  const token = new URL(authUrl).pathname.split('/').at(-1) ?? '';
  const attempt = openAttempt(deps, token);
  if (!attempt) throw new RangeError('This connect link is unknown, used or older than ten minutes.');
  if (consent.outcome === 'approve') declinedBy(attempt.platform, consent.without);
  const result = consume(deps, attempt, consent);
  return attempt.redirectUrl === null ? null : connectRedirect(attempt.redirectUrl, result);
}

/** The attempt behind a link; null for one that is unknown, used or too old. */
export function openAttempt({ world, clock }: Pick<Deps, 'world' | 'clock'>, token: string): ConnectAttempt | null {
  const attempt = world.attempts.get(token);
  return attempt && !attempt.isUsed && clock.now() <= attempt.expiresAtMs ? attempt : null;
}

/** Ends an attempt as the user decided; its link and state are used up. */
export function consume(deps: Deps, attempt: ConnectAttempt, consent: Consent): ConnectResult {
  attempt.isUsed = true;
  return finishConnect(deps, attempt, consent);
}
