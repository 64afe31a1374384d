import type { HubEdge } from './driver-conformance.ts';
import { connectWith } from './hub-fixture.ts';
import { publishSubject, publishWhole } from './publish-subject.ts';
import { stepsIn } from './steps-in.ts';
import { aCarousel, type HubSuite } from './suite.ts';

/** The differences of one run from ordinary ones. */
export type ReachOptions = {
  /** A deadline for every call. It passes in real time, or when the clock is advanced. */
  readonly timeoutMs?: number;
  /** Takes the handles of hidden steps, for a publish. */
  readonly journal?: Map<string, string>;
};

/** Makes everything ready for one call on an edge. The function it returns makes the call. */
export async function reach({ fixture }: HubSuite, edge: HubEdge, options: ReachOptions = {}) {
  const { testHub, adapter, given, call, user } = fixture();
  const { driver } = testHub;
  const run = call(options);
  const hubCall = { ...fixture().hubCall(), http: run.http };
  switch (edge.run) {
    case 'connect':
      return async () => void (await connectWith(testHub, run, given));
    case 'check':
      return () => driver.checkKey(hubCall);
    case 'spaces':
      return async () => void (await adapter.listSpaces(run, { q: null, limit: 25, offset: 0 }));
    case 'prepare':
      return async () => void (await adapter.publish.prepare(run, aCarousel(testHub)));
    case 'publish': {
      const subject = publishSubject(fixture());
      const prepared = await subject.prepare(run);
      return async () => void (await subject.send(run, prepared));
    }
    case 'metrics': {
      const { platformPostId } = await publishWhole(fixture());
      if (platformPostId === null) throw new Error(`${user.username} published a post without an id.`);
      return async () => void (await adapter.metrics?.(run, platformPostId));
    }
    case 'discard': {
      const journal = new Map<string, string>();
      await adapter.publish.prepare(call({ journal }), aCarousel(testHub));
      return async () => adapter.publish.discard?.(run, stepsIn(journal));
    }
    case 'deleteKey':
      return async () => driver.deleteKey?.(hubCall);
  }
}
