import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Deployment, withDeployment } from '../deployment.ts';
import { judge } from '../oracle.ts';
import { createRandom, type Random } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';

const AT_ONCE = 1_000;
/** Units that the free plan includes, and the cost of a link on X. */
const ALLOWANCE = 100;
const LINK_UNITS = 65;
const LINK = 'https://example.com/story';
const TIMEOUT_MS = 60_000;
const SETTLE_MS = 60_000;
const SERVERS = 3;
/** Time between two kills, and kills per race. */
const KILL_MS = { min: 50, max: 300 };
const KILLS = 4;

/** Far more concurrent posts than the plan allows, of one unit and of 65. */
export const quotaRace: Scenario = {
  name: 'quota',
  about:
    '1,000 posts at once at an allowance of 100 units, of 1 and of 65 units, also under kill -9 (--rounds, --targets at once)',
  parts: ['1 unit', '1 and 65 units', '1 unit, killed', '1 and 65 units, killed'],
  run(part, options) {
    const rounds = options.rounds ?? 10;
    const atOnce = options.targets ?? AT_ONCE;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const isKilled = part.endsWith('killed');
    const { servers = SERVERS, mutants } = options;
    const environment = { PUBLISHES_IN_FLIGHT_PER_PROJECT: '5000', TARGETS_IN_FLIGHT: '5000' };
    return withDeployment({ servers, mutants, networks: [], environment }, async (deployment) => {
      const { world, fleet } = deployment;
      const violations: string[] = [];
      for (let round = 0; round < rounds; round++) {
        await fleet.ready();
        const apiKey = await world.createProject('free');
        const projectId = await world.projectIdOf(apiKey);
        const [account] = await world.connect(deployment.urls[0]!, apiKey, ['x']);
        const race = { apiKey, accountId: account!.id, atOnce, random, hasLinks: part.includes('65') };
        const watch = watchCounter(deployment, projectId);
        const [requested] = await Promise.all([
          requestAll(deployment, race),
          isKilled ? killSome(deployment, random) : null,
        ]);
        await settled(deployment, projectId);
        const counter = await watch.stop();

        const isGranted = ({ status }: { status: number }) => status >= 200 && status < 300;
        const granted = requested.filter(isGranted).reduce((sum, { units }) => sum + units, 0);
        const published = await publishedUnits(deployment, projectId);
        const others = requested.filter((each) => !isGranted(each) && each.status !== 429);
        const facts = `round ${round}: granted ${granted}, published ${published}, used ${counter.used}, reserved ${counter.reserved}, ${counter.most} at most, ${others.length} other answers`;
        if (counter.most > ALLOWANCE || counter.used !== published || counter.reserved !== 0 || others.length > 0)
          violations.push(facts);
        // Units of a killed run that published nothing are released and may be granted again.
        if (!isKilled && granted !== published) violations.push(`${facts}: not all that was granted`);
        // With posts of one unit available, no units may remain.
        if (isKilled ? granted < ALLOWANCE : granted !== ALLOWANCE)
          violations.push(`${facts}: something was left over`);
        options.progress(`${part}: ${facts}`);
      }
      const judgement = await judge(world, fleet, { requested: [], boundMs: SETTLE_MS, lingerMs: 500 });
      const notes = `${rounds} × ${atOnce} requests`;
      if (isKilled && fleet.counts.kills < rounds) violations.push(`${fleet.counts.kills} kills in ${rounds} rounds`);
      const what = { scenario: 'quota', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

type Race = {
  readonly apiKey: string;
  readonly accountId: string;
  readonly atOnce: number;
  readonly random: Random;
  readonly hasLinks: boolean;
};

/**
 * All at once, each until it is answered. None is sent to a process that is down: a thousand
 * callers would take the processor from those that start.
 */
function requestAll({ fleet }: Deployment, race: Race): Promise<{ units: number; status: number }[]> {
  return Promise.all(
    Array.from({ length: race.atOnce }, async (_, n) => {
      const units = !race.hasLinks || race.random.next() < 0.7 ? 1 : LINK_UNITS;
      const body = JSON.stringify({
        idempotencyKey: randomUUID(),
        content: `[m-${randomUUID()}]${units > 1 ? ` ${LINK}` : ''}`,
        platforms: [{ platform: 'x', accountId: race.accountId }],
      });
      for (const endAt = Date.now() + TIMEOUT_MS * TIMEOUT_FACTOR; ; n++) {
        const slot = fleet.slots[n % fleet.slots.length]!;
        const status = slot.isUp() ? await send(`${slot.url}/api/v1/posts`, race.apiKey, body) : 0;
        if ((status !== 0 && status < 500) || Date.now() > endAt) return { units, status };
        await sleep(150);
      }
    }),
  );
}

async function send(url: string, apiKey: string, body: string): Promise<number> {
  try {
    const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    await response.text();
    return response.status;
  } catch {
    return 0;
  }
}

async function killSome({ fleet }: Deployment, random: Random): Promise<void> {
  for (let n = 0; n < KILLS; n++) {
    await sleep(random.whole(KILL_MS.min, KILL_MS.max));
    const up = fleet.slots.filter((slot) => slot.isUp());
    if (up.length > 0) fleet.kill(random.pick(up).index);
  }
}

type Counter = { used: number; reserved: number };

/** The highest usage at any time, and the final usage. */
function watchCounter({ world }: Deployment, projectId: string): { stop(): Promise<Counter & { most: number }> } {
  let most = 0;
  let isOver = false;
  const look = async (): Promise<Counter> => {
    const [row] = await world.postgres.query<Counter>(
      `select used::int, reserved::int from quota_periods where project_id = $1`,
      [projectId],
    );
    most = Math.max(most, row ? row.used + row.reserved : 0);
    return row ?? { used: 0, reserved: 0 };
  };
  const looking = (async () => {
    for (; !isOver; await sleep(5)) await look();
  })();
  return {
    async stop() {
      isOver = true;
      await looking;
      const end = await look();
      return { ...end, most };
    },
  };
}

async function settled({ world }: Deployment, projectId: string): Promise<void> {
  for (const endAt = Date.now() + SETTLE_MS * TIMEOUT_FACTOR; Date.now() < endAt; await sleep(50)) {
    const [open] = await world.postgres.query<{ n: number }>(
      `select count(*)::int as n from targets where project_id = $1 and not done`,
      [projectId],
    );
    if (open!.n === 0) return;
  }
}

async function publishedUnits({ world }: Deployment, projectId: string): Promise<number> {
  const rows = await world.postgres.query<{ content: string }>(
    `select p.content from targets t join posts p on p.project_id = t.project_id and p.id = t.post_id
     where t.project_id = $1 and t.status = 'published'`,
    [projectId],
  );
  return rows.reduce((sum, { content }) => sum + (content.includes(LINK) ? LINK_UNITS : 1), 0);
}
