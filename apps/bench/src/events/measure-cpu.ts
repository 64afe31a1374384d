import { median, spread } from '../figures.ts';
import { type CpuPerPost, cpuPerPost, totalOf } from './cpu-per-post.ts';
import type { EventService } from './event-service.ts';
import { judge, print } from './figure-table.ts';
import { openEndpoints } from './open-endpoints.ts';
import type { Receivers } from './receivers.ts';

const GOAL_PERCENT = 5;
/** Short rounds, so that what else the machine does falls on all of them. */
const POSTS = 100;
const ACCOUNTS = 16;
const NAMES = ['no events', 'written', 'relayed', 'delivered'] as const;

type Name = (typeof NAMES)[number];
type Round = Readonly<Record<Name, CpuPerPost>>;

/**
 * (c) CPU time of a post: without events; with their rows, which settling writes; with positions and bodies, which make them public; with their deliveries to one
 * endpoint. The goal is that of the settle path, which writes the rows; the relay works after it. Each round measures all four, in one order and then in the
 * other. Returns whether the goal is reached.
 */
export async function measureCpu(
  at: { readonly service: EventService; readonly receivers: Receivers },
  rounds: number,
): Promise<boolean> {
  if (process.platform !== 'linux') throw new Error('CPU time is measured on Linux only: it is read from /proc.');
  const { service } = at;
  const [unheard, heard] = await service.addProjects(2);
  const accounts = await service.connect(unheard!, ACCOUNTS);
  const silent = accounts.map((accountId) => ({ project: unheard!, accountId, endpoint: 0 }));
  const loud = await openEndpoints(at, { projects: [heard!], endpoints: 1, accountsEach: ACCOUNTS });
  const cases = {
    'no events': { mode: 'off', targets: silent },
    written: { mode: 'written', targets: silent },
    relayed: { mode: 'relayed', targets: silent },
    delivered: { mode: 'relayed', targets: loud },
  } as const;
  const figures: Round[] = [];
  for (let round = -1; round < rounds; round++) {
    const measured = new Map<Name, CpuPerPost>();
    for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed())
      measured.set(name, await cpuPerPost(service, { ...cases[name], posts: POSTS }));
    // The first round warms up.
    if (round >= 0) figures.push(Object.fromEntries(measured) as Round);
    process.stderr.write(`\r  (c): round ${round + 1} of ${rounds}`);
  }
  process.stderr.write('\r\u001b[K');
  console.log(`(c) CPU time of a post with one target: medians of ${rounds} alternating rounds of ${POSTS} posts each`);
  for (const name of NAMES) print(name, describe(figures, name));
  const costs = (name: Name): number[] =>
    figures.map((round) => (totalOf(round[name]) / totalOf(round['no events']) - 1) * 100);
  const reached = judge('cost of written', spread(costs('written'), '%', 1), {
    text: `at most ${GOAL_PERCENT} %`,
    isReached: median(costs('written')) <= GOAL_PERCENT,
  });
  print('cost of relayed', spread(costs('relayed'), '%', 1));
  print('cost of delivered', spread(costs('delivered'), '%', 1));
  return reached;
}

function describe(figures: readonly Round[], name: Name): string {
  const of = (part: (cpu: CpuPerPost) => number): string =>
    `${(median(figures.map((round) => part(round[name]))) / 1_000).toFixed(2)} ms`;
  return `${of(totalOf)}: server ${of(({ server }) => server)}, PostgreSQL ${of(({ postgres }) => postgres)}`;
}
