import { NetworkError } from '@fanfare/network';
import { type Check, type CheckResult, failed, type Rule } from './check.ts';
import type { HideSecrets } from './hide-secrets.ts';

/** The display of the progress. */
export type Observer = {
  section(name: string): void;
  started(name: string): void;
  ended(check: Check): void;
};

type Asked = { readonly name: string; readonly rule: Rule; readonly expected: string };

export type Recorder = {
  readonly checks: readonly Check[];
  section(name: string): void;
  /** Runs one check and returns whether it passed. An error of the hub fails only the check. */
  check(asked: Asked, run: () => CheckResult | Promise<CheckResult>): Promise<boolean>;
};

export function createRecorder(observer: Observer, hide: HideSecrets): Recorder {
  const checks: Check[] = [];
  let section = '';
  return {
    checks,
    section(name) {
      section = name;
      observer.section(name);
    },
    async check(asked, run) {
      observer.started(asked.name);
      const result = await attempt(run);
      const whole = hide.inside({ section, ...asked, ...result, expected: expectedOf(asked, result) });
      // Cut only what hides nothing any more.
      const check = 'came' in whole && whole.came ? { ...whole, came: cut(whole.came) } : whole;
      checks.push(check);
      observer.ended(check);
      return result.result === 'passed';
    },
  };
}

const MOST_CHARS = 300;
const cut = (text: string): string => (text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text);

async function attempt(run: () => CheckResult | Promise<CheckResult>): Promise<CheckResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NetworkError) return failed(describe(error));
    throw error;
  }
}

function describe({ facts }: NetworkError): string {
  const said = facts.networkMessage ? ` The hub said: ${facts.networkMessage}` : '';
  const code = facts.networkCode ? ` (${facts.networkCode})` : '';
  return `${facts.message}${code}${said}`;
}

const expectedOf = (asked: Asked, result: CheckResult): string =>
  (result.result === 'failed' ? result.expected : undefined) ?? asked.expected;
