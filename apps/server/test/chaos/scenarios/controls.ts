import type { Mutant } from '../mutants.ts';
import type { RunResult } from '../run-result.ts';
import type { Scenario, ScenarioOptions } from '../scenario.ts';
import { chains } from './chains.ts';
import { hubs, kills } from './crash-at-checkpoints.ts';
import { database } from './database.ts';
import { events } from './events.ts';
import { failover } from './failover.ts';
import { media } from './media.ts';
import { quotaRace } from './quota-race.ts';
import { restore } from './restore.ts';
import { unpublish } from './unpublish.ts';

type Control = {
  readonly mutant: Mutant;
  /**
   * A mutant that breaks more than posts on networks: this run must detect it in comments, or on
   * hubs.
   */
  readonly of?: 'comments' | 'hubs' | 'chains';
  /**
   * The findings that prove it was detected. Others can have other causes, for example a mutant
   * that settles nothing.
   */
  readonly proof?: readonly string[];
  readonly see: (options: ScenarioOptions) => Promise<RunResult>;
};

const PROOF = ['doubles', 'falseReports'];
/** Kills of all parts; each has its share. */
const MEDIA_KILLS = 400;
/** Posts enough for lost answers, however few a busy machine publishes between two restarts. */
const RESTARTS = { rounds: 4, targets: 150 };

/** Each mutant, and the run that must detect it. */
const CONTROLS: readonly Control[] = [
  { mutant: 'no-journal', see: (options) => kills.run('x immediate', { ...options, kills: 30 }) },
  // Instagram publishes a container only once, whoever sends it; nothing prevents a second comment.
  {
    mutant: 'no-journal',
    of: 'comments',
    see: (options) => kills.run('instagram immediate', { ...options, kills: 30 }),
  },
  {
    mutant: 'no-journal',
    of: 'chains',
    see: (options) => chains.run('kills', { ...options, kills: 40, targets: 120 }),
  },
  { mutant: 'timeouts-rejected', see: (options) => database.run('restarts', { ...options, ...RESTARTS }) },
  { mutant: 'retry-sends', see: (options) => database.run('restarts', { ...options, ...RESTARTS }) },
  { mutant: 'retry-jobs', see: (options) => database.run('restarts', { ...options, ...RESTARTS }) },
  { mutant: 'no-journal', of: 'hubs', see: (options) => hubs.run('micropub immediate', { ...options, kills: 24 }) },
  { mutant: 'retry-sends', of: 'hubs', see: (options) => hubs.run('micropub immediate', { ...options, kills: 24 }) },
  { mutant: 'fresh-posts', see: (options) => hubs.run('wordpress immediate', { ...options, kills: 24 }) },
  {
    mutant: 'events-after-settle',
    proof: ['lost events'],
    see: (options) => events.run('outbox', { ...options, kills: 30 }),
  },
  {
    mutant: 'check-then-insert',
    proof: ['granted too much'],
    see: (options) => quotaRace.run('1 unit', { ...options, rounds: 1, targets: 300 }),
  },
  {
    mutant: 'bytes-before-rows',
    proof: ['ready row without its bytes'],
    see: (options) => media.run('part 1', { ...options, kills: MEDIA_KILLS }),
  },
  {
    mutant: 'use-after-post',
    proof: ['use lost'],
    see: (options) => media.run('part 1', { ...options, kills: MEDIA_KILLS }),
  },
  {
    mutant: 'acknowledge-early',
    proof: ['lost bytes'],
    see: (options) => media.run('part 1', { ...options, kills: MEDIA_KILLS }),
  },
  {
    mutant: 'lost-deletions-done',
    proof: ['still live'],
    see: (options) => unpublish.run('storm', { ...options, kills: 4, targets: 48 }),
  },
  {
    mutant: 'deletions-unsaid',
    proof: ['gone without a word'],
    see: (options) => unpublish.run('steps', { ...options, kills: 4, targets: 48 }),
  },
  { mutant: 'no-history-check', see: (options) => failover.run('0.7 s', { ...options, rounds: 4 }) },
  { mutant: 'no-restore-guard', see: (options) => restore.run('away', { ...options, rounds: 2 }) },
];

/** Tests the suite itself: a run of a mutant without findings fails. */
export const controls: Scenario = {
  name: 'controls',
  about: 'services broken on purpose: the suite must turn red for each',
  parts: CONTROLS.map(nameOf),
  async run(part, options) {
    const { mutant, of, proof = PROOF, see } = CONTROLS.find((control) => nameOf(control) === part)!;
    const seen = await see({ ...options, mutants: [mutant] });
    const reported =
      of === 'comments' ? seen.violations.filter((each) => each.includes(' comment of ')) : seen.violations;
    const kinds = new Map<string, number>();
    for (const violation of reported) {
      const kind = kindOf(violation);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    const notes = `saw ${[...kinds].map(([kind, n]) => `${n} ${kind}`).join(', ') || 'nothing'} in ${seen.targets} targets`;
    return {
      ...seen,
      scenario: 'controls',
      label: part,
      notes,
      // The findings of a mutant are not results of this scenario.
      ...{
        kills: 0,
        stops: 0,
        hangs: 0,
        restarts: 0,
        cuts: 0,
        faults: 0,
        targets: 0,
        published: 0,
        unknownLive: 0,
        unknownAbsent: 0,
      },
      ...{ doubles: 0, unsettled: 0, falseReports: 0, ledger: 0, lost: 0 },
      violations: proof.some((kind) => kinds.has(kind)) ? [] : [`the suite does not detect ${part}: it ${notes}`],
    };
  },
};

function nameOf({ mutant, of }: Control): string {
  return of === undefined ? mutant : `${mutant}, ${of}`;
}

const kindOf = (violation: string): string =>
  / was lost$/.test(violation) ? 'lost events' : violation.split(':')[0]!.replace(/^round \d+$/, 'granted too much');
