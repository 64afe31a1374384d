import { readRequestTable } from '@fanfare/network/testing/requests';
import {
  createMovedClock,
  createRequestBook,
  describeWrites,
  tempDirOfSuite,
} from '@fanfare/network-conformance/parts';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeConnecting } from './describe-connecting.ts';
import { describeDiscarding } from './describe-discarding.ts';
import { describeFaults } from './describe-faults.ts';
import { describeKeys } from './describe-keys.ts';
import { describePublishing } from './describe-publishing.ts';
import { describeSecrets } from './describe-secrets.ts';
import { describeSpaces } from './describe-spaces.ts';
import type { DriverConformance } from './driver-conformance.ts';
import { type HubFixture, openHubFixture } from './hub-fixture.ts';
import { expectKeyAtItsOrigins } from './key-origins.ts';
import { publishSubject } from './publish-subject.ts';
import type { HubSuite } from './suite.ts';

/**
 * Tests a hub driver over real HTTP against a simulator of its hub: connecting, spaces, publishing,
 * the rules of its interface under every kind of fault, where its key goes, and every request
 * against the table "Every request" of its page. Call it in a test file of your own.
 *
 * @example
 * describeDriver({
 *   name: 'humhub',
 *   start: startHumhub,
 *   page: readFileSync(new URL('../humhub.md', import.meta.url), 'utf8'),
 *   edges: {
 *     connect: { method: 'GET', path: '/auth/current$', run: 'connect' },
 *     publish: { method: 'POST', path: '/post/container/\\d+$', run: 'publish' },
 *   },
 * });
 */
export function describeDriver(conformance: DriverConformance): void {
  describe(conformance.name, async () => {
    const clock = createMovedClock();
    const testHub = await conformance.start(clock);
    const tempDir = tempDirOfSuite();
    const book = createRequestBook(readRequestTable(conformance.page, testHub.known), conformance.byteTypes);
    let current: HubFixture | undefined;
    const fixture = (): HubFixture => {
      if (current === undefined) throw new Error('A fixture exists only while a test runs.');
      return current;
    };

    beforeEach(async () => {
      current = await openHubFixture(testHub, clock, tempDir);
    });
    afterEach(async () => {
      const ended = fixture();
      current = undefined;
      await ended.close();
      // Requests to other servers are not the hub's: no row has them, and the key must not be in
      // them.
      const { origin } = new URL(testHub.url);
      book.check({ sent: ended.sent, requests: ended.requests.filter(({ url }) => url.origin === origin) });
      expectKeyAtItsOrigins(ended);
    });
    afterAll(() => testHub.close());

    const suite: HubSuite = { conformance, testHub, fixture };
    describeConnecting(suite);
    describeSpaces(suite);
    describePublishing(suite);
    describeWrites({
      writes: ['publish'],
      fixture: () => ({ ...fixture(), testNetwork: testHub }),
      subject: async () => publishSubject(fixture()),
      edge: () => conformance.edges.publish,
      unreadable: conformance.unreadable ? ['publish'] : [],
      repeatable: conformance.repeatable ? ['publish'] : [],
    });
    describeDiscarding(suite);
    describeFaults(suite);
    describeKeys(suite);
    describeSecrets(suite);

    describe('the table of requests', () => {
      it('has no row for a request that differs in its method, path, query, headers or body', () => {
        expect(book.metWrongly()).toEqual([]);
      });

      it('has no row, and allows nothing, that is not used', () => {
        const unmet = book.unmet();
        const unsent = book.unsent().filter((name) => !unmet.some((purpose) => name.startsWith(`${purpose}: `)));
        expect([...unmet, ...unsent].sort()).toEqual([...(conformance.unused ?? [])].sort());
      });
    });
  });
}
