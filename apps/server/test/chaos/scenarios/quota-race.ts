import { randomUUID } from 'node:crypto';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { onStage } from '../stage.ts';

const AT_ONCE = 1_000;
/** What the free plan includes, and what a link costs on x. */
const ALLOWANCE = 100;
const LINK_UNITS = 65;

/** Far more posts at once than the plan allows, of one unit and of 65. */
export const quotaRace: Scenario = {
  name: 'quota',
  about: '1,000 posts at once at an allowance of 100 units, of 1 and of 65 units (--rounds, --targets at once)',
  parts: ['1 unit', '1 and 65 units'],
  run(part, options) {
    const rounds = options.rounds ?? 10;
    const atOnce = options.targets ?? AT_ONCE;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const { servers = 2, mutants } = options;
    const environment = { PUBLISHES_IN_FLIGHT_PER_PROJECT: '5000', TARGETS_IN_FLIGHT: '5000' };
    return onStage({ servers, mutants, networks: [], environment }, async (stage) => {
      const { world, fleet, urls } = stage;
      const violations: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const apiKey = await world.createProject('free');
        const [account] = await world.connect(urls[0]!, apiKey, ['x']);
        const asked = await Promise.all(
          Array.from({ length: atOnce }, async (_, n) => {
            const units = part === '1 unit' || random.next() < 0.7 ? 1 : LINK_UNITS;
            const response = await fetch(`${urls[n % urls.length]}/api/v1/posts`, {
              method: 'POST',
              headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
              body: JSON.stringify({
                idempotencyKey: randomUUID(),
                content: `[m-${randomUUID()}]${units > 1 ? ' https://example.com/story' : ''}`,
                platforms: [{ platform: 'x', accountId: account!.id }],
              }),
            });
            await response.text();
            return { units, status: response.status };
          }),
        );
        const granted = asked.filter(({ status }) => status === 201).reduce((sum, { units }) => sum + units, 0);
        const [counter] = await world.postgres.query<{ used: number; reserved: number }>(
          `select used::int, reserved::int from quota_periods q join api_keys k on k.project_id = q.project_id where k.key_sha256 = sha256(convert_to($1, 'utf8'))`,
          [apiKey],
        );
        const others = asked.filter(({ status }) => status !== 201 && status !== 429);
        const facts = `round ${round}: granted ${granted}, used ${counter?.used}, reserved ${counter?.reserved}, ${others.length} other answers`;
        if (granted > ALLOWANCE || counter?.used !== granted || counter.reserved !== 0 || others.length > 0)
          violations.push(facts);
        // With posts of one unit to be had, nothing may be left over.
        if (granted !== ALLOWANCE) violations.push(`${facts}: something was left over`);
        options.progress(`${part}: ${facts}`);
      }
      const judgement = await judge(world, fleet, { asked: [], boundMs: 30_000, lingerMs: 500 });
      const notes = `${rounds} × ${atOnce} requests`;
      const what = { scenario: 'quota', label: part, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};
