import { routesOf } from '@fanfare/contract';
import { createMock } from '@fanfare/mock';
import { PLANS, type PlanName, REQUEST_RULES } from '@fanfare/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agree, type Found } from '../src/agreement/agree.ts';
import type { Answered } from '../src/agreement/play.ts';
import { report } from '../src/agreement/report.ts';
import type { Sides } from '../src/agreement/stage.ts';
import { createTally } from '../src/agreement/tally.ts';
import { createApi } from '../src/api.ts';
import { createAnswerCheck } from '../src/check-answer.ts';
import { createRequestCheck } from '../src/check-request.ts';
import type { Implementation } from '../src/implementation.ts';
import { mockWorld } from '../src/implementations/mock-world.ts';
import { serverOf } from '../src/implementations/server.ts';
import { startService } from '../src/implementations/start-service.ts';
import { readDescription } from '../src/openapi.ts';
import { FILE_RULE_NAMES } from './file-rules.ts';

/** Fewer are not enough to meet everything. */
const ENOUGH = 5_000;
const { AGREEMENT_PLAN: onlyPlan, AGREEMENT_PATH: path } = process.env;
/** Most requests to one project, which is new in each sequence. */
const MAX_LENGTH = 210;
/**
 * At most so many sequences are played at once on each plan: networks take their time, in which
 * others go on.
 */
const MAX_LANES = path === undefined ? 3 : 1;
/** Per request, with room for machines that do other things as well. */
const REQUEST_MS = 100;
const REDUCING_MS = 60_000;

/**
 * A post holds ten media items by its shape: what these forbid, nobody can ask for. No bytes are
 * sent, so no rule about files is broken.
 */
const OUT_OF_REACH = [
  ...FILE_RULE_NAMES,
  'hub.media.max_images',
  'instagram.carousel.max_items',
  'linkedin.images.max_count',
  'threads.carousel.max_items',
];

/** Answers that only come after something else. */
const STATEFUL = [
  'accounts.connectHub 200',
  'accounts.connectHub 201',
  'accounts.spaces 200',
  'accounts.spaces 409 account_not_active',
  'posts.create 200 replay',
  'posts.create 200 mismatch',
  'posts.create 429 quota_exceeded',
  'posts.get 304',
  'posts.cancel 200',
  'posts.cancel 409 not_cancellable',
  'posts.repost 200',
  'posts.repost 409 not_published',
  'posts.unpublish 200',
];

const plans = (Object.keys(PLANS) as PlanName[]).filter((plan) => onlyPlan === undefined || plan === onlyPlan);

/** It is now, its networks' files are where the server's are, and nobody asks too much. */
const mock: Implementation = {
  name: 'mock',
  world: async () =>
    mockWorld(
      createMock({
        now: new Date().toISOString(),
        allowedHosts: ['127.0.0.1'],
        requestsPerMinute: 1_000_000,
        publishesPerMinute: 1_000_000,
      }),
    ),
  stop: async () => undefined,
};

/**
 * Declares a test that sends so many random requests to the server and to the mock.
 * `AGREEMENT_SEED` takes the place of `defaultSeed`.
 */
export function tryAgreement(requests: number, defaultSeed: number): void {
  const seed = Number(process.env.AGREEMENT_SEED ?? defaultSeed);
  const length = Math.min(MAX_LENGTH, Math.ceil(requests / plans.length));
  let sides: Sides;

  beforeAll(async () => {
    const service = await startService({ REQUESTS_PER_MINUTE: '1000000', PUBLISHES_PER_MINUTE: '1000000' });
    sides = { implementations: [serverOf(service, service.stop), mock] };
  });

  afterAll(() => sides?.implementations[0].stop());

  test(`${requests} random requests are answered alike by the server and the mock (seed ${seed})`, {
    timeout: requests * REQUEST_MS + 2 * REDUCING_MS,
  }, async () => {
    const tally = createTally();
    const description = readDescription();
    const checks = [createRequestCheck(description), createAnswerCheck(description)];
    const undescribed = new Set<string>();
    const note = (answered: Answered): void => {
      tally.add(answered);
      for (const problem of checks.flatMap((check) => check(answered.request, answered.answer)))
        undescribed.add(problem);
    };
    const perPlan = Math.min(MAX_LANES, Math.ceil(requests / length / plans.length));
    const lanes = plans.flatMap((plan) => Array.from({ length: perPlan }, () => plan));
    const searches = lanes.map((plan, at) =>
      agree(
        sides,
        {
          plan,
          length,
          sequences: path === undefined ? Math.ceil(requests / length / lanes.length) : 1,
          // Each lane has sequences of its own; a path belongs to the seed it was reported with.
          seed: seed + at,
          reducingMs: REDUCING_MS,
          ...(path !== undefined && { path }),
        },
        note,
      ),
    );
    const found = (await Promise.all(searches)).filter((one): one is Found => one !== null);
    console.info(tally.table());
    // What several lanes found is reported once.
    const kinds = new Map(found.map((one) => [kindOf(one), one]));
    if (kinds.size > 0) expect.fail([...kinds.values()].map(report).join('\n\n'));

    expect([...undescribed], 'what is accepted and answered is as openapi.yaml describes it').toEqual([]);

    if (requests < ENOUGH || onlyPlan !== undefined) return;
    expect(tally.requests).toBeGreaterThanOrEqual(requests);
    expect(tally.accepted).toBeGreaterThan(0.35);
    expect(routesOf().filter(({ name }) => tally.of(name) < 100)).toEqual([]);
    expect(STATEFUL.filter((outcome) => !tally.outcomes.includes(outcome))).toEqual([]);
    expect([...tally.rules].sort()).toEqual((await allRules()).filter((rule) => !OUT_OF_REACH.includes(rule)));
  });
}

const kindOf = ({ disagreement: { step, server, mock } }: Found): string =>
  [step.call.route, ...[server, mock].map(({ status, body }) => `${status} ${codeOf(body)}`)].join(' ');

const codeOf = (body: unknown): string => (body as { error?: { code: string } } | undefined)?.error?.code ?? '';

/** Names of all rules whose violations the API reports. */
async function allRules(): Promise<string[]> {
  const project = await createApi(await mock.world(), () => undefined).project();
  const { body } = await project.call('GET', '/platforms');
  const { platforms } = body as { platforms: { rules: { name: string }[] }[] };
  const names = platforms.flatMap(({ rules }) => rules.map(({ name }) => name));
  return [...new Set([...names, ...REQUEST_RULES.map(({ name }) => name)])].sort();
}
