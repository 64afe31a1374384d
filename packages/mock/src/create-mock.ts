import { type Account, LIMITS } from '@fanfare/contract';
import { endCredentialAt } from './accounts/end-credential.ts';
import { lapseAccount } from './accounts/lapse-account.ts';
import { DECLINABLE } from './accounts/permissions.ts';
import { removeProfile } from './accounts/remove-profile.ts';
import { toAccount } from './accounts/to-account.ts';
import { createAnswer } from './answer.ts';
import {
  anything,
  checkEach,
  checkFields,
  checkFlag,
  checkName,
  checkNumber,
  checkText,
  checkTime,
  named,
  wrong,
} from './check-argument.ts';
import { createClock } from './clock.ts';
import { answerConnectLink } from './connect/answer-connect-link.ts';
import { CONNECT_FAILURES, type LinkedinPage } from './connect/finish-connect.ts';
import { controlNetworks } from './control-networks.ts';
import { createEventLog } from './events/event-log.ts';
import { createEventWriter } from './events/write-events.ts';
import { createFaults } from './faults.ts';
import { answerFetch } from './http/answer-fetch.ts';
import { makeConnectCode } from './hubs/connect-codes.ts';
import { createHubScripts } from './hubs/hub-scripts.ts';
import { createIds } from './ids.ts';
import { createRemoteFiles } from './media/remote-files.ts';
import type { Mock, MockOptions } from './mock.ts';
import type { MockState } from './mock-state.ts';
import { createNetworkScripts, type Networks } from './network-scripts.ts';
import { createRequestLog } from './request-log.ts';
import { SCENARIO_NAMES, SCENARIOS } from './scenarios.ts';
import { createSeeding } from './seed.ts';
import { createTimeline } from './timeline.ts';
import { createTraffic } from './traffic.ts';
import { createReceivers } from './webhooks/receivers.ts';
import { startAttempt } from './webhooks/start-attempt.ts';
import { emptyWorld, type StoredAccount } from './world.ts';

/** The real one, also while a test replaces it with a fake one that begins at 0 again. */
const elapsed = performance.now.bind(performance);

const DEFAULTS = {
  baseUrl: 'https://fanfare.test',
  now: '2026-11-20T09:00:00.000Z',
  requestsPerMinute: LIMITS.requestsPerMinute.value,
  publishesPerMinute: LIMITS.publishesPerMinute.value,
};

/**
 * Makes a mock: the API of Fanfare with its rules, in memory, for Node, browsers and workers.
 * Throws RangeError for invalid options.
 *
 * @example
 * const mock = createMock({ start: { accounts: [{ platform: 'x' }] } });
 * const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey, fetch: mock.fetch });
 * const { accounts } = await fanfare.accounts.list();
 * console.log(accounts.length); // 1
 */
export function createMock(options: MockOptions = {}): Mock {
  checkFields('createMock(options)', options, {
    baseUrl: (what, url) => {
      if (!URL.canParse(checkText(what, url))) throw wrong(what, url, 'an address');
    },
    seed: checkNumber,
    now: checkTime,
    clock: named(['frozen', 'running']),
    requestsPerMinute: (what, count) => checkNumber(what, count, 1),
    publishesPerMinute: (what, count) => checkNumber(what, count, 1),
    start: anything,
    allowedHosts: checkEach(checkText),
    linkedinMemberMetrics: checkFlag,
    deliver: (what, deliver) => {
      if (typeof deliver !== 'function' && deliver !== 'fetch') throw wrong(what, deliver, "a function or 'fetch'");
    },
  });
  const startMs = Date.parse(options.now ?? DEFAULTS.now);
  const clock = createClock(startMs, options.clock ?? 'frozen', elapsed);
  const events = createEventLog();
  const { deliver } = options;
  const begun: Omit<MockState, 'events'> = {
    world: emptyWorld(),
    clock,
    timeline: createTimeline(clock, runLater),
    traffic: createTraffic(),
    ids: createIds(options.seed ?? 1, clock.now),
    eventIds: createIds((options.seed ?? 1) + 1, clock.now),
    receivers: createReceivers(),
    // The global one of the moment of the call, which tests replace.
    deliver: deliver === 'fetch' ? (request) => fetch(request) : (deliver ?? null),
    networks: createNetworks(),
    hubs: createHubScripts(),
    remoteFiles: createRemoteFiles(),
    baseUrl: (options.baseUrl ?? DEFAULTS.baseUrl).replace(/(?<!\/)\/+$/, ''),
    requestsPerMinute: options.requestsPerMinute ?? DEFAULTS.requestsPerMinute,
    publishesPerMinute: options.publishesPerMinute ?? DEFAULTS.publishesPerMinute,
    mayReadMembers: options.linkedinMemberMetrics ?? false,
    isHostAllowed: (url) => options.allowedHosts?.some((host) => host === url.host || host === url.hostname) ?? false,
  };
  const state: MockState = {
    ...begun,
    events: createEventWriter({
      ...begun,
      note: events.add,
      deliver: (delivery) => startAttempt(state, delivery),
    }),
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
  const expiringAccountOf = (accountId: string): StoredAccount => {
    const account = accountOf(accountId);
    if (!account.hub) return account;
    throw new RangeError(`${accountId} is on a hub, where connections never expire: use accounts.revoke.`);
  };
  const lapse = (account: StoredAccount, event: 'credential_lapsed' | 'removed_by_user'): Account => {
    lapseAccount(state, account, event);
    return toAccount(account);
  };
  /** Sent requests arrive before time passes; those that wait for time end before this returns. */
  const travelNow = async (toMs: () => number): Promise<void> => {
    await state.traffic.quiet();
    if (toMs() < clock.now()) throw new RangeError('Time goes forward only.');
    await state.timeline.travelTo(toMs(), state.traffic.settled);
    await state.traffic.quiet();
  };
  let travelling = Promise.resolve();
  /** One journey after the other. */
  const travel = (toMs: () => number): Promise<void> => {
    const journey = travelling.then(() => travelNow(toMs));
    travelling = journey.catch(() => undefined);
    return journey;
  };

  begin();
  const mock: Mock = {
    baseUrl: state.baseUrl,
    get apiKey() {
      return first.apiKey;
    },
    fetch: (input, init) => answerFetch(answer, new Request(input, init)),
    answer,
    clock: {
      now: () => new Date(clock.now()),
      async advance(ms) {
        checkNumber('clock.advance(ms)', ms);
        await travel(() => clock.now() + ms);
      },
      async travelTo(moment) {
        const toMs = checkTime('clock.travelTo(moment)', moment);
        if (toMs < clock.now()) throw new RangeError('Time goes forward only.');
        await travel(() => Math.max(toMs, clock.mode === 'running' ? clock.now() : toMs));
      },
    },
    seed,
    accounts: {
      expire: (id) => lapse(expiringAccountOf(id), 'credential_lapsed'),
      expireAt(id, moment) {
        const account = expiringAccountOf(id);
        endCredentialAt(state, account, checkTime('accounts.expireAt(accountId, moment)', moment));
        return toAccount(account);
      },
      revoke: (id) => lapse(accountOf(id), 'removed_by_user'),
      remove: (id) => removeProfile(state, accountOf(id)),
    },
    keys: {
      revoke(apiKey) {
        const key = state.world.keys.get(apiKey);
        if (!key) throw new RangeError('There is no such key.');
        key.isRevoked = true;
      },
    },
    networks: controlNetworks(state),
    hubs: {
      connectCode: (code) => makeConnectCode(state, code),
      failNext: state.hubs.failNext,
    },
    media: { at: state.remoteFiles.at },
    connect: {
      approve(authUrl, as = {}) {
        const pages = checkEach((what, page: LinkedinPage) =>
          checkFields(what, page, { id: checkText, name: checkText }),
        );
        const without = checkEach(named(DECLINABLE));
        checkFields('connect.approve(authUrl, as)', as, { username: checkText, pages, without });
        return answerConnectLink(state, authUrl, { outcome: 'approve', ...as });
      },
      deny: (authUrl) => answerConnectLink(state, authUrl, { outcome: 'deny' }),
      fail(authUrl, reason) {
        const outcome = checkName('connect.fail(authUrl, reason)', reason, CONNECT_FAILURES);
        return answerConnectLink(state, authUrl, { outcome });
      },
    },
    faults,
    events: { all: events.all, of: events.of, last: events.last, clear: events.clear },
    webhooks: { failNext: state.receivers.failNext },
    requests,
    scenario: (name) => SCENARIOS[checkName('scenario(name)', name, SCENARIO_NAMES)].apply(mock),
    reset() {
      for (const stream of state.world.eventStreams) stream.end();
      for (const part of Object.values(state.world)) part.clear();
      for (const network of Object.values(state.networks)) network.reset();
      state.hubs.reset();
      state.remoteFiles.reset();
      state.timeline.clear();
      faults.clear();
      requests.clear();
      events.clear();
      state.receivers.reset();
      clock.set(startMs);
      state.ids.restart();
      state.eventIds.restart();
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
    hub: createNetworkScripts(),
  };
}

/** Keeps no process alive. */
function runLater(run: () => void, ms: number): void {
  const timer = setTimeout(run, Math.min(ms, 2 ** 31 - 1));
  if (typeof timer === 'object') timer.unref();
}
