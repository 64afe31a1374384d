import type { Account, OAuthPlatform } from '@fanfare/contract';
import { PLANS } from '@fanfare/rules';
import type { Mock } from './mock.ts';
import { NETWORKS } from './network-rules.ts';

/** One account for each network. */
export type NetworkAccounts = Readonly<Record<OAuthPlatform, Account>>;

/** A named situation. */
export type Scenario = {
  /** One sentence: the situation, and its effect on a post. */
  readonly summary: string;
  /** Sets it up, and returns the accounts; `mock.scenario` calls it. */
  readonly apply: (mock: Mock) => NetworkAccounts;
};

const everywhere = (mock: Mock): NetworkAccounts => ({
  instagram: mock.seed.account({ platform: 'instagram' }),
  threads: mock.seed.account({ platform: 'threads' }),
  x: mock.seed.account({ platform: 'x' }),
  linkedin: mock.seed.account({ platform: 'linkedin' }),
});

const scenario = (summary: string, change: (mock: Mock, accounts: NetworkAccounts) => void): Scenario => ({
  summary,
  apply(mock) {
    const accounts = everywhere(mock);
    change(mock, accounts);
    return accounts;
  },
});

/** Scenarios for tests and stories: an account `ada` per network, and one change. */
export const SCENARIOS = {
  'everything-works': scenario('One active account per network; every publish succeeds.', () => undefined),
  'one-target-fails': scenario('X refuses every post as a duplicate; the other networks take it.', (mock) =>
    mock.networks.x.failNext('duplicate_content', { times: Infinity }),
  ),
  'all-targets-fail': scenario('No network answers; every target fails with `network_unavailable`.', (mock) => {
    for (const platform of NETWORKS) mock.networks[platform].failNext('network_unavailable', { times: Infinity });
  }),
  'self-hosted-hubs': scenario(
    'Beside them, an account on a WordPress hub and one on a Micropub hub, each with spaces.',
    (mock) => {
      mock.seed.account({ platform: 'hub', hub: { type: 'wordpress', defaultSpaceSlug: 'news' } });
      mock.seed.account({ platform: 'hub', hub: { type: 'micropub' } });
    },
  ),
  'expired-account': scenario(
    'The Instagram account is expired; its target fails with `account_not_active`.',
    (mock, accounts) => void mock.accounts.expire(accounts.instagram.id),
  ),
  'quota-reached': scenario('The plan `free` is used up; a publish answers 429 `quota_exceeded`.', (mock) => {
    mock.seed.plan('free');
    mock.seed.usage(PLANS.free.includedUnits);
  }),
  'account-limit-reached': scenario('The plan `free` allows no further account; connecting one is refused.', (mock) => {
    mock.seed.plan('free');
    mock.seed.account({ platform: 'x', username: 'grace' });
  }),
  'slow-video': scenario(
    'Instagram takes 90 s for the next post; its target is `pending` until time has passed.',
    (mock) => mock.networks.instagram.slowNext(90_000),
  ),
  'video-times-out': scenario(
    'Instagram never finishes the next video: `media_processing_timeout` after four minutes.',
    (mock) => mock.networks.instagram.slowNext(600_000),
  ),
  'outcome-unknown': scenario(
    'LinkedIn’s answer to the next post is lost; its target fails with `outcome_unknown`.',
    (mock) => mock.networks.linkedin.failNext('outcome_unknown'),
  ),
  'slow-comment': scenario(
    'Every first comment takes 20 s; its target is `pending` with the id of its post until time has passed.',
    (mock) => {
      for (const platform of NETWORKS) mock.networks[platform].slowNextComment(20_000, { times: Infinity });
    },
  ),
  'comment-fails': scenario('Every first comment fails; the targets are published all the same.', (mock) => {
    for (const platform of NETWORKS) mock.networks[platform].failNextComment('permission_missing', { times: Infinity });
  }),
  'answer-lost': scenario('The next publish happens and its answer is lost; the same key returns the post.', (mock) =>
    mock.faults.add({ route: 'posts.create', drop: 'after' }),
  ),
  'too-many-requests': scenario('The next request is answered 429 `rate_limited` with `Retry-After: 1`.', (mock) =>
    mock.faults.add({ code: 'rate_limited' }),
  ),
  'service-down': scenario('Every request is answered 503 `unavailable`.', (mock) =>
    mock.faults.add({ code: 'unavailable', times: Infinity }),
  ),
  'busy-calendar': scenario('Published, failed and scheduled posts, 40 in all, to page through.', (mock, accounts) => {
    const now = mock.clock.now().getTime();
    const hourMs = 3_600_000;
    for (let at = 0; at < 30; at++) {
      const targets = [
        { account: accounts.x.id, ...(at % 7 === 0 && { error: 'duplicate_content' as const }) },
        { account: accounts.linkedin.id },
      ];
      mock.seed.post({
        content: `Post ${at + 1}`,
        createdAt: new Date(now - (30 - at) * hourMs).toISOString(),
        targets,
      });
    }
    for (let at = 0; at < 10; at++) {
      const publishAt = new Date(now + (at + 1) * hourMs).toISOString();
      mock.seed.post({ content: `Scheduled ${at + 1}`, publishAt, targets: [{ account: accounts.threads.id }] });
    }
  }),
} as const satisfies Record<string, Scenario>;

/** Name of a scenario. */
export type ScenarioName = keyof typeof SCENARIOS;

/** Every scenario, in the order they are documented. */
export const SCENARIO_NAMES: readonly ScenarioName[] = Object.keys(SCENARIOS) as ScenarioName[];
