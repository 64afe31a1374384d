import type { HubType } from '@fanfare/contract';
import { plainHubUrl } from '@fanfare/rules';
import { checkFields, checkName, checkText, checkTimes, named } from '../check-argument.ts';
import { createScripts } from '../scripts.ts';
import { HUB_FIELDS } from './seed-hub.ts';

/** Calls to a hub that can be scripted: connecting an account, and reading its spaces. */
export type HubCall = 'connect' | 'spaces';

/** Reasons for which a hub can fail. */
export type HubFailure =
  | 'hub_url_not_allowed'
  | 'hub_auth_failed'
  | 'connect_code_invalid'
  | 'hub_not_supported'
  | 'hub_unreachable'
  | 'hub_error';

/** Calls that a script applies to, and how often. */
export type HubFailureScript = {
  /** Only this hub; default: every hub. */
  readonly hubUrl?: string;
  /** Only connecting, or only spaces; default: both. */
  readonly on?: HubCall;
  /** The number of times; default 1, `Infinity` for always. */
  readonly times?: number;
  /** With `hub_auth_failed`: the right that the user of the key lacks, as a sentence. */
  readonly message?: string;
};

/** A connect code to make. */
export type ConnectCodeSeed = {
  /** The hub; default: the example hub of the type. A hub that the mock does not know is added. */
  readonly hubUrl?: string;
  /** Its type; default: that of the hub, `wordpress` for a new one. */
  readonly type?: HubType;
  /** The person who generates the code; default: `ada`. */
  readonly username?: string;
  /** The space that the hub suggests as default of the account. */
  readonly defaultSpaceSlug?: string;
};

/** Controls of hubs and their users. `seed.hub` adds hubs; `networks.hub` scripts publishing. */
export type MockHubs = {
  /**
   * A user of a hub generates a one-time connect code. It works once, for ten minutes of the mock's
   * time.
   *
   * @example
   * const connectCode = mock.hubs.connectCode({ username: 'grace' });
   * const { account } = await fanfare.accounts.connectHub({ hubUrl: 'https://community.example.org', connectCode });
   * console.log(account.username); // grace
   */
  connectCode(code?: ConnectCodeSeed): string;
  /**
   * Makes the next call to a hub, or the next `times` calls, fail with any documented error of
   * hubs.
   *
   * @example
   * mock.hubs.failNext('hub_unreachable', { on: 'spaces' });
   * mock.hubs.failNext('hub_auth_failed', { message: 'ada may not publish on this hub.' });
   */
  failNext(code: HubFailure, options?: HubFailureScript): void;
};

/** The scripts of hubs, and how the mock reads them. */
export type HubScripts = Pick<MockHubs, 'failNext'> & {
  take(on: HubCall, hubUrl: string): { readonly code: HubFailure; readonly message: string | undefined } | null;
  reset(): void;
};

/** Codes of each call, as the contract lists them. */
export const HUB_FAILURES: Readonly<Record<HubCall, readonly HubFailure[]>> = {
  connect: [
    'hub_url_not_allowed',
    'hub_auth_failed',
    'connect_code_invalid',
    'hub_not_supported',
    'hub_unreachable',
    'hub_error',
  ],
  spaces: ['hub_auth_failed', 'hub_unreachable', 'hub_error'],
};

const CALLS = ['connect', 'spaces'] as const;

export function createHubScripts(): HubScripts {
  const scripts = createScripts<Omit<HubFailureScript, 'times'> & { readonly code: HubFailure }>();
  return {
    failNext(code, options = {}) {
      checkFields('options of a failing hub', options, {
        ...{ hubUrl: HUB_FIELDS.url, on: named(CALLS), times: checkTimes, message: checkText },
      });
      checkName('code of a failing hub', code, HUB_FAILURES[options.on ?? 'connect']);
      const { times, ...script } = options;
      scripts.add({ code, ...script }, times);
    },
    take(on, hubUrl) {
      const found = scripts.take(
        (script) =>
          HUB_FAILURES[on].includes(script.code) &&
          (script.on ?? on) === on &&
          (script.hubUrl === undefined || plainHubUrl(script.hubUrl) === hubUrl),
      );
      return found && { code: found.code, message: found.message || undefined };
    },
    reset: scripts.clear,
  };
}
