import { createHttp } from '@fanfare/network';
import type { CodeSource } from '../src/codes/code-source.ts';
import type { Check, CheckResult } from '../src/report/check.ts';
import { createHideSecrets } from '../src/report/hide-secrets.ts';
import { createRecorder } from '../src/report/recorder.ts';
import { type KitOptions, runKit } from '../src/run-kit.ts';

const OPTIONS: KitOptions = { givenKey: null, space: null, guess: false, mayPublish: async () => true, waitMs: 0 };

/** Runs the kit on a hub of this machine and returns every check. Sleeping takes no time. */
export async function runOn(
  url: string,
  makeCode: () => Promise<string | null>,
  options: Partial<KitOptions> = {},
): Promise<readonly Check[]> {
  const hide = createHideSecrets();
  const recorder = createRecorder({ section: () => {}, started: () => {}, ended: () => {} }, hide);
  const http = createHttp({ egress: { allowedHosts: ['127.0.0.1'], trustedOrigins: [] } });
  let now = Date.now();
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const codes: CodeSource = { next: makeCode, none: 'the test gives no codes' };
  const { signal } = new AbortController();
  try {
    await runKit({ url, http, clock, signal, recorder, hide, codes }, { ...OPTIONS, ...options });
  } finally {
    await http.close();
  }
  return recorder.checks;
}

/** Lists the checks that are not green: `✗ name: what came` and `– name: why`. */
export const notGreen = (checks: readonly Check[]): readonly string[] =>
  checks.flatMap((check) =>
    check.result === 'passed' ? [] : [`${MARKS[check.result]} ${check.name}: ${said(check)}`],
  );

export const redOnly = (checks: readonly Check[]): readonly string[] =>
  notGreen(checks).filter((line) => line.startsWith('✗'));

const MARKS = { failed: '✗', skipped: '–' } as const;
const said = (check: Exclude<CheckResult, { result: 'passed' }>): string =>
  check.result === 'failed' ? check.came : check.reason;
