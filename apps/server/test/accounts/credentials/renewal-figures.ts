import { parseArgs } from 'node:util';
import { startChaosPostgres } from '../../chaos/chaos-postgres.ts';
import { MODES, type Round, runRounds } from './renewal-rounds.ts';

/**
 * `node apps/server/test/accounts/credentials/renewal-figures.ts [--rounds 50] [--callers 300]
 * [--processes 3] [--seed N]`: measures many callers who need one renewal.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    callers: { type: 'string', default: '300' },
    processes: { type: 'string', default: '3' },
    seed: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const count = (rounds: readonly Round[], of: (round: Round) => number): number =>
  rounds.reduce((sum, round) => sum + of(round), 0);
const isBroken: Readonly<Record<(typeof MODES)[number], (round: Round) => boolean>> = {
  answered: ({ networkStatuses, networkStatusesAgain, got, tokens, callers, account }) =>
    networkStatuses.length !== 1 ||
    networkStatusesAgain.length > 0 ||
    got.open !== callers ||
    tokens !== 1 ||
    account !== 'active',
  lost: ({ networkStatuses, networkStatusesAgain, account }) =>
    networkStatuses.length + networkStatusesAgain.length !== 2 || account !== 'expired: refresh_outcome_lost',
  killed: ({ networkStatuses, networkStatusesAgain, tokens, account }) =>
    networkStatuses.length + networkStatusesAgain.length > 2 ||
    !['active', 'expired: refresh_outcome_lost'].includes(account) ||
    tokens > 1,
};

const postgres = await startChaosPostgres();
const rows: string[][] = [];
let failed = false;
try {
  for (const mode of MODES) {
    const startedAt = performance.now();
    const rounds = await runRounds({
      databaseUrl: postgres.url,
      modes: Array.from({ length: Number(values.rounds) }, () => mode),
      seed,
      callers: Number(values.callers),
      processes: Number(values.processes),
    });
    const broken = rounds.filter((round) => isBroken[mode](round) || round.otherAccount !== 'active');
    failed ||= broken.length > 0;
    for (const round of broken) process.stderr.write(`${mode}: ${JSON.stringify(round)}\n`);
    rows.push([
      mode,
      String(rounds.length),
      String(count(rounds, ({ callers }) => callers)),
      String(
        Math.max(
          ...rounds.map(
            ({ networkStatuses, networkStatusesAgain }) => networkStatuses.length + networkStatusesAgain.length,
          ),
        ),
      ),
      String(count(rounds, ({ got }) => got.open)),
      String(count(rounds, ({ got }) => got.notActive)),
      String(count(rounds, ({ got }) => got.unavailable)),
      String(rounds.filter(({ account }) => account === 'active').length),
      String(rounds.filter(({ account }) => account.startsWith('expired: refresh_outcome_lost')).length),
      String(rounds.filter(({ otherAccount }) => otherAccount !== 'active').length),
      String(broken.length),
      `${Math.round((performance.now() - startedAt) / 1_000)} s`,
    ]);
  }
} finally {
  await postgres.close();
}
const headings = [
  'reply',
  'rounds',
  'callers',
  'renewals asked, most',
  'opened',
  'not active',
  'unavailable',
  'accounts alive',
  'expired, reply lost',
  'others harmed',
  'broken rounds',
  'took',
];
const cells = [headings, headings.map((heading) => '-'.repeat(heading.length)), ...rows];
for (const row of cells) {
  const padded = row.map((cell, i) => cell.padStart(Math.max(...cells.map((other) => other[i]!.length))));
  process.stdout.write(`| ${padded.join(' | ')} |\n`);
}
process.stdout.write(`seed ${seed}\n`);
process.exit(failed ? 1 : 0);
