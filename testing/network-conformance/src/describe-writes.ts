import { setTimeout as sleep } from 'node:timers/promises';
import { NetworkError, type Verdict } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { caught } from './caught.ts';
import type { Fault } from './fault.ts';
import type { Fixture } from './fixture.ts';
import { settle } from './settle.ts';
import type { Subject, WriteName } from './subject.ts';
import type { TestNetwork } from './test-network.ts';

/** The values that the tests of public writes need, for networks and for hubs. */
export type WriteSuite = {
  readonly writes: readonly WriteName[];
  readonly fixture: () => Pick<Fixture, 'clock' | 'sent' | 'requests' | 'call'> & {
    readonly testNetwork: Pick<TestNetwork, 'fail'>;
  };
  readonly subject: (name: WriteName) => Promise<Subject>;
  /** The edge of the public call of a write. */
  readonly edge: (name: WriteName) => Pick<Fault, 'method' | 'path'>;
  /** Writes of which nothing can be read once their answer is lost. */
  readonly unreadable: readonly WriteName[];
  /** Writes that may be sent again until done: the other side makes them at most once. */
  readonly repeatable?: readonly WriteName[];
};

/** Real time in which a loaded machine still connects to itself. */
const DEADLINE_MS = 1_000;
const LONG_MS = 60_000;

/** Faults without a conclusive answer. `happens`: the network executed the write. */
const LOST: readonly {
  readonly title: string;
  readonly fault: Omit<Fault, 'method' | 'path'>;
  readonly happens: boolean;
}[] = [
  { title: 'cut before execution', fault: { action: 'drop_before' }, happens: false },
  { title: 'cut after execution', fault: { action: 'drop_after' }, happens: true },
  { title: '500, not executed', fault: { action: 'status', status: 500 }, happens: false },
  { title: '500, executed', fault: { action: 'status_after', status: 500 }, happens: true },
  { title: 'no answer in time, executed', fault: { action: 'delay_after', delayMs: LONG_MS }, happens: true },
  {
    title: 'a redirect, which is not followed',
    fault: { action: 'status', status: 307, headers: { location: '/elsewhere' } },
    happens: false,
  },
  { title: 'a proxy’s page with 502', fault: { action: 'status', status: 502, body: '<html>' }, happens: false },
  { title: 'a page instead of JSON', fault: { action: 'status', status: 200, body: '<html>' }, happens: false },
  { title: 'a page with 201', fault: { action: 'status', status: 201, body: '<html>' }, happens: false },
  {
    title: 'a page with 201, executed',
    fault: { action: 'status_after', status: 201, body: '<html>' },
    happens: true,
  },
  { title: 'an empty answer', fault: { action: 'status', status: 200 }, happens: false },
  { title: 'an empty answer, executed', fault: { action: 'status_after', status: 200 }, happens: true },
  {
    title: 'an oversized answer, executed',
    fault: { action: 'status_after', status: 200, headers: { 'content-length': '3000000' }, body: '{}' },
    happens: true,
  },
];

/** The rules of `send` and `reconcile`, for every public write the adapter has. */
export function describeWrites(suite: WriteSuite): void {
  describe.each(suite.writes)('%s', (name) => {
    describeLostAnswers(suite, name);
    describeRefusals(suite, name);
    describeStopping(suite, name);
  });
}

async function ready({ fixture, subject: open }: WriteSuite, name: WriteName, timeoutMs?: number) {
  const subject = await open(name);
  const call = fixture().call(timeoutMs === undefined ? {} : { timeoutMs });
  const prepared = await subject.prepare(call);
  const sentBefore = fixture().sent.length;
  /** Public requests since preparation ended, as the network counted them. */
  const arrived = () => {
    const addresses = new Set(
      fixture()
        .sent.slice(sentBefore)
        .filter(({ effect }) => effect === 'public')
        .map(({ url }) => new URL(url).pathname),
    );
    return fixture()
      .requests.slice(requestsBefore)
      .filter(({ method, url }) => method !== 'GET' && addresses.has(url.pathname));
  };
  const requestsBefore = fixture().requests.length;
  return { subject, call, prepared, arrived };
}

function describeLostAnswers(suite: WriteSuite, name: WriteName): void {
  const { fixture, unreadable, repeatable = [] } = suite;

  it.each(LOST)('$title: one call, an unknown outcome, and reading reports the truth', async ({ fault, happens }) => {
    const { subject, call, prepared, arrived } = await ready(
      suite,
      name,
      fault.delayMs === undefined ? undefined : DEADLINE_MS,
    );
    const { clock, testNetwork, sent } = fixture();
    const { method, path } = suite.edge(name);
    await testNetwork.fail({ method, path, ...fault });
    const intendedAt = clock.now();
    const error = await caught(subject.send(call, prepared));
    expect([error.outcome, error.facts.retryAfterMs, arrived().length]).toEqual(['unknown', undefined, 1]);
    expect(await subject.live()).toHaveLength(happens ? 1 : 0);

    const reading = async (ask: () => Promise<Verdict>) => {
      const before = sent.length;
      const verdict = await ask();
      expect(sent.slice(before).filter(({ effect }) => effect !== 'read')).toEqual([]);
      return verdict;
    };
    const settled = await settle({ subject, call, clock }, { prepared, intendedAt, error }, reading);
    const live = await subject.live();
    expect(live.length).toBeLessThanOrEqual(1);
    if (settled.state === 'absent') expect(live).toEqual([]);
    if (settled.state === 'live') {
      expect(live).toHaveLength(1);
      if (settled.platformPostId !== null && live[0] !== null) expect(settled.platformPostId).toBe(live[0]);
    }
    // A redirect is an answer: whoever can read that nothing happened need not send again.
    const mayBeAbsent = fault.status === 307 && settled.state === 'absent';
    if (repeatable.includes(name) && !mayBeAbsent) expect(settled.state).toBe('live');
    if (happens) expect(settled.state).toBe(unreadable.includes(name) ? 'undecided' : 'live');
  });
}

function describeRefusals(suite: WriteSuite, name: WriteName): void {
  const { fixture } = suite;

  it.each([
    ['seconds', () => '7', 7_000],
    ['a date', (now: number) => new Date(now + 90_000).toUTCString(), 90_000],
  ] as const)(
    '429 with %s: rejected, to be sent again at the time the network gives',
    async (_, retryAfter, waitMs) => {
      const { subject, call, prepared, arrived } = await ready(suite, name);
      const { clock, testNetwork } = fixture();
      const { method, path } = suite.edge(name);
      const headers = { 'retry-after': retryAfter(clock.now()) };
      await testNetwork.fail({ method, path, action: 'status', status: 429, headers });
      const { code, outcome, facts } = await caught(subject.send(call, prepared));
      expect([code, outcome, facts.credential, arrived().length]).toEqual(['rate_limited', 'rejected', undefined, 1]);
      expect(facts.retryAfterMs).toBeGreaterThan(waitMs - 5_000);
      expect(facts.retryAfterMs).toBeLessThanOrEqual(waitMs);
      expect(await subject.live()).toEqual([]);
      // A repeat is as safe as the error says.
      await subject.send(call, prepared);
      expect(await subject.live()).toHaveLength(1);
    },
  );

  it('nothing listens: nothing was sent, and it may be sent again', async () => {
    const { subject, prepared, arrived } = await ready(suite, name);
    const { code, outcome, facts } = await caught(subject.send(fixture().call({ nowhere: true }), prepared));
    expect([code, outcome, arrived().length]).toEqual(['network_unavailable', 'not_sent', 0]);
    expect(facts.retryAfterMs).toBeGreaterThan(0);
  });
}

function describeStopping(suite: WriteSuite, name: WriteName): void {
  const { fixture } = suite;

  it('stopped before: nothing is sent', async () => {
    const { subject, prepared, arrived } = await ready(suite, name);
    const error = await caught(subject.send(fixture().call({ signal: AbortSignal.abort() }), prepared));
    expect([error.outcome, arrived().length]).toEqual(['not_sent', 0]);
  });

  it('stopped while the network works: it ends at once, with an unknown outcome', async () => {
    const { subject, prepared, arrived } = await ready(suite, name);
    const { method, path } = suite.edge(name);
    await fixture().testNetwork.fail({ method, path, action: 'delay_after', delayMs: LONG_MS });
    const stop = new AbortController();
    const running = caught(subject.send(fixture().call({ signal: stop.signal }), prepared));
    while (arrived().length === 0) await sleep(5);
    stop.abort();
    const late = sleep(2_000).then(() => 'still running');
    const ended = await Promise.race([running, late]);
    expect(ended).toBeInstanceOf(NetworkError);
    expect(ended).toMatchObject({ outcome: 'unknown' });
  });
}
