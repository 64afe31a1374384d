import { NetworkError } from '@fanfare/network';
import { caught, IN_BETWEEN_ANSWERS, settle } from '@fanfare/network-conformance/parts';
import { describe, expect, it } from 'vitest';
import type { HubEdge } from './driver-conformance.ts';
import { startElsewhere } from './elsewhere.ts';
import { PLAIN, publishSubject } from './publish-subject.ts';
import { reach } from './reach.ts';
import { aCarousel, aDraft, type HubSuite } from './suite.ts';
import type { HubFault } from './test-hub.ts';

type Fault = Omit<HubFault, 'method' | 'path'>;

/** Enough for every repetition a driver makes of its own. */
const EVERY_TIME = 40;
/** Real time in which a loaded machine still connects to itself. */
const DEADLINE_MS = 1_000;
const LONG_MS = 60_000;

const PAGE = '<html><title>Log in</title><form method="post"></form></html>';

/** Gone at the next try. */
const PASSING: readonly (readonly [title: string, fault: Fault])[] = [
  ['cut before it is done', { action: 'drop_before' }],
  ['cut after it is done', { action: 'drop_after' }],
  ['500', { action: 'status', status: 500, body: PAGE }],
  ['500, and done', { action: 'status_after', status: 500 }],
  ['503 with a page', { action: 'status', status: 503, body: PAGE }],
  ['no answer in time', { action: 'delay_after', delayMs: LONG_MS }],
];

/** Answers that are none, however often one asks. None of them says anything about the account. */
const LASTING: readonly (readonly [title: string, fault: Fault])[] = [
  ['cut connections', { action: 'drop_before' }],
  ['500', { action: 'status', status: 500 }],
  ['503 with a page', { action: 'status', status: 503, body: PAGE }],
  ['a page for signing in under 200', { action: 'status', status: 200, body: PAGE }],
  ['a page under 201', { action: 'status', status: 201, body: PAGE }],
  ['an error under 200', { action: 'status', status: 200, body: { error: 'server_error', code: 'x', message: 'No.' } }],
  ['an empty answer', { action: 'status', status: 200 }],
  ['a list', { action: 'status', status: 200, body: [[]] }],
  ['50 MB of JSON', { action: 'huge_json' }],
];

/** Describes the faults of each edge. Lost answers of the public call have their own tests. */
export function describeFaults(suite: HubSuite): void {
  const { conformance, testHub, fixture } = suite;
  const edges = Object.entries(conformance.edges).filter(([, { run }]) => run !== 'publish');
  const plant = ({ method, path }: HubEdge, fault: Fault) => testHub.fail({ method, path, ...fault });

  describe.each(edges)('a fault on %s', (_name, edge) => {
    it.each(PASSING)('that passes is not noticed: %s', async (_title, fault) => {
      const journal = new Map<string, string>();
      const timeoutMs = fault.action === 'delay_after' ? { timeoutMs: DEADLINE_MS } : {};
      const run = await reach(suite, edge, { journal, ...timeoutMs });
      await plant(edge, fault);
      await run();
      await testHub.clearFaults();
      if (edge.run !== 'prepare') return;
      // Nothing is there twice, whatever was repeated.
      const subject = publishSubject(fixture(), aCarousel(testHub));
      await subject.send(fixture().call(), await subject.prepare(fixture().call({ journal })));
      const [post, ...more] = await testHub.posts();
      expect([post?.images.length, more]).toEqual([2, []]);
      if (!conformance.losesUploads) expect(await testHub.leftovers()).toBe(0);
    });

    it.each(LASTING)('that lasts is an error of the network, and never of the account: %s', async (_title, fault) => {
      const journal = new Map<string, string>();
      const run = await reach(suite, edge, { journal });
      const before = (await testHub.posts()).length;
      await plant(edge, { ...fault, times: EVERY_TIME });
      await expectNoBlame(run, edge);
      await testHub.clearFaults();
      expect(await testHub.posts()).toHaveLength(before);
    });

    it('is a redirect that nobody follows', async () => {
      const elsewhere = await startElsewhere();
      const run = await reach(suite, edge);
      const headers = { location: `${elsewhere.url}/moved` };
      for (const status of [301, 302, 307, 308]) {
        await plant(edge, { action: 'status', status, headers, times: EVERY_TIME });
        await expectNoBlame(run, edge);
        await testHub.clearFaults();
      }
      expect(elsewhere.arrived).toEqual([]);
    });

    // Whoever connects may well be asked for another key.
    if (edge.run === 'connect') return;
    it.each(IN_BETWEEN_ANSWERS)('is 401 of something in between, with %s', async (_title, body) => {
      const run = await reach(suite, edge);
      await plant(edge, { action: 'status', status: 401, body, times: EVERY_TIME });
      await expectNoBlame(run, edge);
    });
  });

  it('a gzip bomb is cut off, and asked again', async () => {
    const { connect } = conformance.edges;
    const run = await reach(suite, connect);
    // Once only: packing one takes a simulator seconds.
    await plant(connect, { action: 'gzip_bomb' });
    await run();
  });

  describe('the public call', () => {
    it.each([
      ['with the same text', PLAIN],
      ['with another text', aDraft('Another day')],
    ])('that was never made is not taken for the post of another write %s', async (_title, draft) => {
      const { adapter, call, clock } = fixture();
      const another = call({ key: 'target-2' });
      const other = await adapter.publish.send(another, await adapter.publish.prepare(another, draft));

      const subject = publishSubject(fixture());
      const run = call();
      const prepared = await subject.prepare(run);
      await plant(conformance.edges.publish, { action: 'drop_before' });
      const intendedAt = clock.now();
      const error = await caught(subject.send(run, prepared));
      const settled = await settle({ subject, call: run, clock }, { prepared, intendedAt, error }, (ask) => ask());
      const ids = await subject.live();
      if (settled.state !== 'live') expect(ids).toEqual([other.platformPostId]);
      else expect(ids).toEqual([settled.platformPostId, other.platformPostId]);
    });

    it.each(['gzip_bomb', 'huge_json'] as const)(
      'with the answer %s is unknown, and reading decides',
      async (action) => {
        const { call, clock } = fixture();
        const subject = publishSubject(fixture());
        const run = call();
        const prepared = await subject.prepare(run);
        await plant(conformance.edges.publish, { action });
        const intendedAt = clock.now();
        const error = await caught(subject.send(run, prepared));
        expect(error.outcome).toBe('unknown');
        const settled = await settle({ subject, call: run, clock }, { prepared, intendedAt, error }, (ask) => ask());
        const live = await subject.live();
        expect(live.length).toBeLessThanOrEqual(1);
        if (settled.state === 'live') expect(live).toEqual([settled.platformPostId]);
      },
    );
  });
}

/** The run fails without blame for the account, or continues without the answer. */
async function expectNoBlame(run: () => Promise<void>, { optional = false }: HubEdge): Promise<void> {
  const error = await run().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) {
    expect(optional).toBe(true);
    return;
  }
  if (!(error instanceof NetworkError)) throw new Error('A driver threw something else.', { cause: error });
  expect([error.code === 'credential_rejected', error.facts.credential]).toEqual([false, undefined]);
  expect(error.message).toMatch(/^\w+: \S.*\.$/s);
}
