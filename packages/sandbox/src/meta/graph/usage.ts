import { createPerPerson } from '../per-person.ts';
import type { MetaProfile } from '../profiles.ts';
import type { GraphFailure } from './graph-answer.ts';

/** The spent share of the call allowance, and the limit that answers at 100 percent. */
type UsageSetting = { readonly percent: number; readonly code: number; readonly regainMinutes: number };

export type Usage = {
  set(setting: UsageSetting, username?: string): void;
  /** Headers of every answer (Meta, Graph API rate limiting, checked 2026-10). */
  headers(profile: MetaProfile | null): Readonly<Record<string, string>>;
  failure(profile: MetaProfile): GraphFailure | null;
  clear(): void;
};

const MESSAGES: Readonly<Record<number, string>> = {
  4: 'Application request limit reached',
  17: 'User request limit reached',
  32: 'Page request limit reached',
  613: 'Calls to this API have exceeded the rate limit.',
  80002: 'There have been too many calls to this Instagram account. Wait a bit and try again.',
};

export const throttleCodes: readonly number[] = Object.keys(MESSAGES).map(Number);

export function createUsage(deps: { readonly network: string }): Usage {
  const settings = createPerPerson<UsageSetting>({ percent: 1, code: 4, regainMinutes: 0 });
  return {
    set: settings.set,
    headers(profile) {
      const { percent, regainMinutes } = settings.of(profile?.username ?? '');
      const spent = { call_count: percent, total_cputime: percent, total_time: percent };
      return {
        'X-App-Usage': JSON.stringify(spent),
        ...(profile && {
          'X-Business-Use-Case-Usage': JSON.stringify({
            [profile.accountId]: [{ type: deps.network, ...spent, estimated_time_to_regain_access: regainMinutes }],
          }),
        }),
      };
    },
    failure(profile) {
      const { percent, code } = settings.of(profile.username);
      // A business-use-case limit arrives as HTTP 400 too, not 429.
      return percent < 100 ? null : { code, message: MESSAGES[code] ?? 'Application request limit reached' };
    },
    clear: settings.clear,
  };
}
