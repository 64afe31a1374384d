import type { Account } from '@fanfare/contract';
import { lapseAccount } from './accounts/lapse-account.ts';
import { removeProfile } from './accounts/remove-profile.ts';
import { toAccount } from './accounts/to-account.ts';
import { createAnswer } from './answer.ts';
import { createClock } from './clock.ts';
import { answerConnectLink } from './connect/answer-connect-link.ts';
import { createFaults } from './faults.ts';
import { createIds } from './ids.ts';
import type { Mock, MockOptions } from './mock.ts';
import type { MockState } from './mock-state.ts';
import { createNetworkScripts, type Networks } from './network-scripts.ts';
import { createRequestLog } from './request-log.ts';
import { SCENARIOS } from './scenarios.ts';
import { createSeeding } from './seed.ts';
import { createTimeline } from './timeline.ts';
import { emptyWorld, type StoredAccount } from './world.ts';

const DEFAULTS = {
  baseUrl: 'https://fanfare.test',
  now: '2026-11-20T09:00:00.000Z',
  requestsPerMinute: 600,
  publishesPerMinute: 60,
};

/**
 * Makes a mock: the API of Fanfare with its rules, in memory, for Node, browsers and workers. Throws RangeError for options that make no sense.
 *
 * @example
 * const mock = createMock({ start: { accounts: [{ platform: 'x' }] } });
 * const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
 * const { accounts } = await fanfare.accounts.list();
 * console.log(accounts.length); // 1
 */
export function createMock(options: MockOptions = {}): Mock {
  const startMs = Date.parse(options.now ?? DEFAULTS.now);
  if (Number.isNaN(startMs)) throw new RangeError(`${options.now} is no ISO 8601 time.`);
  const clock = createClock(startMs, options.clock ?? 'frozen', () => performance.now());
  const state: MockState = {
    world: emptyWorld(),
    clock,
    timeline: createTimeline(clock, runLater),
    ids: createIds(options.seed ?? 1, clock.now),
    networks: createNetworks(),
    baseUrl: (options.baseUrl ?? DEFAULTS.baseUrl).replace(/\/+$/, ''),
    requestsPerMinute: options.requestsPerMinute ?? DEFAULTS.requestsPerMinute,
    publishesPerMinute: options.publishesPerMinute ?? DEFAULTS.publishesPerMinute,
    mayReadMembers: options.linkedinMemberMetrics ?? false,
    isHostAllowed: (url) => options.allowedHosts?.some((host) => host === url.host || host === url.hostname) ?? false,
  };
  const faults = createFaults();
  const requests = createRequestLog();
  let first = { id: '', apiKey: '' };
  const seed = createSeeding(state, () => first.id);
  const answer = createAnswer({ state, faults, requests });

  const begin = (): void => {
    first = seed.project({ name: 'Demo' });
    if (options.start) seed.all(options.start);
  };
  const accountOf = (accountId: string): StoredAccount => {
    const account = state.world.accounts.get(accountId);
    if (!account) throw new RangeError(`There is no account ${accountId}.`);
    return account;
  };
  const lapse = (accountId: string, event: 'credential_lapsed' | 'removed_by_user'): Account => {
    const account = accountOf(accountId);
    lapseAccount(state, account, event);
    return toAccount(account);
  };
  const travelTo = async (toMs: number): Promise<void> => {
    if (!(toMs >= clock.now())) throw new RangeError('Time goes forward only.');
    state.timeline.travelTo(toMs);
    // Requests that waited for this moment are answered before the caller goes on.
    await new Promise<void>((resolve) => void setTimeout(resolve, 0));
  };

  begin();
  const mock: Mock = {
    baseUrl: state.baseUrl,
    get apiKey() {
      return first.apiKey;
    },
    fetch: (input, init) => answer(new Request(input, init)),
    answer,
    clock: {
      now: () => new Date(clock.now()),
      advance: (ms) => travelTo(clock.now() + ms),
      travelTo: (moment) => travelTo(new Date(moment).getTime()),
    },
    seed,
    accounts: {
      expire: (id) => lapse(id, 'credential_lapsed'),
      revoke: (id) => lapse(id, 'removed_by_user'),
      remove: (id) => removeProfile(state, accountOf(id)),
    },
    keys: {
      revoke(apiKey) {
        const key = state.world.keys.get(apiKey);
        if (!key) throw new RangeError('There is no such key.');
        key.isRevoked = true;
      },
    },
    networks: state.networks,
    connect: {
      approve: (authUrl, as = {}) => answerConnectLink(state, authUrl, { outcome: 'approve', ...as }),
      deny: (authUrl) => answerConnectLink(state, authUrl, { outcome: 'deny' }),
      fail: (authUrl, reason) => answerConnectLink(state, authUrl, { outcome: reason }),
    },
    faults,
    requests,
    scenario: (name) => SCENARIOS[name].apply(mock),
    reset() {
      for (const part of Object.values(state.world)) part.clear();
      for (const network of Object.values(state.networks)) network.reset();
      state.timeline.clear();
      faults.clear();
      requests.clear();
      clock.set(startMs);
      state.ids.restart();
      begin();
    },
  };
  return mock;
}

function createNetworks(): Networks {
  return {
    instagram: createNetworkScripts(),
    threads: createNetworkScripts(),
    x: createNetworkScripts(),
    linkedin: createNetworkScripts(),
  };
}

/** Keeps no process alive. */
function runLater(run: () => void, ms: number): void {
  const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
  if (typeof timer === 'object') timer.unref();
}
