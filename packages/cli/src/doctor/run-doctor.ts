import { FanfareError } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { describeError } from '../describe-error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readIdentity } from '../login/identity.ts';
import { plainText } from '../output/plain-text.ts';
import { nameOfAccount } from '../post/choose-accounts.ts';
import { profileFile, readProfiles } from '../profiles/profile-file.ts';

type State = 'ok' | 'warning' | 'problem';
type Finding = {
  readonly check: string;
  readonly state: State;
  readonly message: string;
  readonly exitCode?: ExitCode;
};

/** Largest difference of clocks that changes no time of a post. */
const MAX_SKEW_MS = 30_000;
const TIMEOUT_MS = 15_000;
const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

export async function runDoctor(context: Context): Promise<ExitCode> {
  const { output } = context;
  const findings: Finding[] = [];
  for (const check of [checkProfiles, checkAddress, checkKey, checkAccounts, checkUsage]) {
    const found = await tried(context, check);
    findings.push(...found);
    // Later checks would fail for the same reason.
    if (found.some(({ state }) => state === 'problem') && check !== checkProfiles) break;
  }
  const worst = findings.find(({ state }) => state === 'problem');
  output.data({ ok: worst === undefined, findings: findings.map(({ exitCode: _, ...finding }) => finding) }, () =>
    output.table(
      ['CHECK', 'STATE', 'FOUND'],
      findings.map(({ check, state, message }) => [check, output.paint(COLOURS[state], state), message]),
      '',
    ),
  );
  return worst?.exitCode ?? (worst ? EXIT.refused : EXIT.done);
}

async function tried(context: Context, check: (context: Context) => Promise<readonly Finding[]>) {
  const name = check.name.replace('check', '').toLowerCase();
  try {
    return await check(context);
  } catch (error) {
    const finding = (message: string, exitCode: ExitCode): readonly Finding[] => [
      { check: name, state: 'problem', message: message.replaceAll(/\n\s*/g, ' '), exitCode },
    ];
    if (error instanceof CliError) return finding(error.message, error.exitCode);
    if (!(error instanceof FanfareError)) throw error;
    const { text, exitCode } = describeError(error, context.connection());
    return finding(text, exitCode);
  }
}

async function checkProfiles({ process }: Context): Promise<readonly Finding[]> {
  const count = Object.keys(readProfiles(process).profiles).length;
  const message = count === 0 ? 'none is stored' : `${count} in ${profileFile(process)}, which only you can read`;
  return [{ check: 'profiles', state: 'ok', message }];
}

async function checkAddress({ connection, clock, signal }: Context): Promise<readonly Finding[]> {
  const { baseUrl, source } = connection();
  const { checkAddress: check } = await import('../address/check-address.ts');
  await check({ baseUrl, from: source }, signal);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const before = clock.now().getTime();
  const answer = await fetch(`${baseUrl}/healthz`, { signal: limit });
  const { version } = (await answer.json().catch(() => ({}))) as { version?: unknown };
  const skewMs = Date.parse(answer.headers.get('date') ?? '') - before;
  const isPlain = baseUrl.startsWith('http:') && !/^https?:\/\/(localhost|127\.|\[::1\])/.test(baseUrl);
  return [
    { check: 'address', state: 'ok', message: `${baseUrl} answers, version ${plainText(String(version))}` },
    ...(isPlain ? [{ check: 'https', state: 'warning', message: 'The key travels without HTTPS.' } as const] : []),
    Math.abs(skewMs) > MAX_SKEW_MS
      ? {
          check: 'clock',
          state: 'warning',
          message: `This clock differs by ${Math.round(skewMs / 1_000)} s. Set it: --at "in 2 hours" counts from it.`,
        }
      : { check: 'clock', state: 'ok', message: 'agrees with the service' },
  ];
}

async function checkKey(context: Context): Promise<readonly Finding[]> {
  const { scope } = await readIdentity(await context.fanfare(), context.signal);
  const { source } = context.connection();
  const message = `${source}, scope ${scope ?? 'not said'}`;
  return [
    scope === 'read'
      ? { check: 'key', state: 'warning', message: `${message}: it shows posts and publishes none` }
      : { check: 'key', state: 'ok', message },
  ];
}

async function checkAccounts({ fanfare, signal }: Context): Promise<readonly Finding[]> {
  const { accounts } = await (await fanfare()).accounts.list({}, { signal });
  const broken = accounts.filter(({ status }) => status !== 'active');
  const active = accounts.length - broken.length;
  return [
    active === 0
      ? { check: 'accounts', state: 'warning', message: 'None can publish: fanfare-cli accounts connect instagram' }
      : { check: 'accounts', state: 'ok', message: `${active} can publish` },
    ...broken.map((account): Finding => {
      const { status, statusReason, platform } = account;
      const message = `${nameOfAccount(account)} is ${status} (${statusReason}): fanfare-cli accounts connect ${platform}`;
      return { check: 'accounts', state: 'warning', message };
    }),
  ];
}

async function checkUsage({ fanfare, signal }: Context): Promise<readonly Finding[]> {
  const { included, remaining, overage } = await (await fanfare()).usage.get({ signal });
  if (included === null || remaining === null) return [{ check: 'usage', state: 'ok', message: 'no limit' }];
  const message = `${remaining} of ${included} units are left`;
  return [{ check: 'usage', state: remaining === 0 && !overage ? 'warning' : 'ok', message }];
}
