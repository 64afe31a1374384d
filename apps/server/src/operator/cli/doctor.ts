import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { systemClock } from '../../process/clock.ts';
import { ids } from '../../process/ids.ts';
import { type Finding, problem } from '../doctor/finding.ts';
import { defineCommand } from './command.ts';
import { say, table } from './say.ts';

const NAMES = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM', skipped: 'skipped' } as const;

/** Checks a new installation for a person, or a running one for a monitor. */
export const doctorCommand = defineCommand({
  name: 'doctor',
  description:
    "Check this installation: configuration, database, keys, clock, jobs, networks, public address, mail, egress and disk. Run it with the server's environment. Changes nothing; exit code 1 when there is a problem.",
  example: 'fanfare doctor --json',
  flags: { json: 'Print one JSON object.' },
  async run(_args, { flags }) {
    // Loaded late, because it needs most of the server.
    const { examine } = await import('../doctor/examine.ts');
    const config = tryReadConfig();
    const findings =
      'problems' in config
        ? config.problems
        : await examine({ config, processClock: systemClock, randomBytes: ids.secret });
    const isOk = findings.every(({ state }) => state !== 'problem');
    say.result(flags.has('json') ? JSON.stringify({ ok: isOk, findings }, null, 2) : toText(findings));
    if (!isOk) process.exitCode = 1;
  },
});

const toText = (findings: readonly Finding[]): string =>
  table(
    ['CHECK', 'STATE', 'FOUND'],
    findings.map(({ check, state, message, fix }) => [check, NAMES[state], fix ? `${message} → ${fix}` : message]),
  );

function tryReadConfig(): Config | { readonly problems: readonly Finding[] } {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...problems] = error.message.split('\n  - ');
    return {
      problems: problems.map((message) =>
        problem('configuration', message, 'Correct it; the rest is checked once every setting can be read.'),
      ),
    };
  }
}
