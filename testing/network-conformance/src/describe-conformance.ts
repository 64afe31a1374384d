import { readRequestTable } from '@fanfare/network/testing/requests';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conformance } from './conformance.ts';
import { describeConnecting } from './describe-connecting.ts';
import { describeErrors } from './describe-errors.ts';
import { describeInBetween } from './describe-in-between.ts';
import { describePublishing } from './describe-publishing.ts';
import { describeReading } from './describe-reading.ts';
import { describeSecrets } from './describe-secrets.ts';
import { describeWrites } from './describe-writes.ts';
import { type Fixture, openFixture, REDIRECT_URI } from './fixture.ts';
import { createMovedClock } from './moved-clock.ts';
import { createRequestBook } from './request-book.ts';
import { subjectOf } from './subject.ts';
import { edgeOf, type Suite, writesOf } from './suite.ts';
import { tempDirOfSuite } from './temp-dir-of-suite.ts';

/**
 * Tests an adapter over real HTTP against a simulator of its network: each of its capabilities, the
 * rules of its interface under every kind of network fault, and every request against the table
 * "Every request" of its page. Call it in a test file of your own.
 *
 * @example
 * describeConformance({
 *   name: 'mastodon',
 *   start: startMastodonNetwork,
 *   page: readFileSync(new URL('../mastodon.md', import.meta.url), 'utf8'),
 *   drafts: ({ image }) => ({ plain: draft('Hello'), image: draft('Look', [{ type: 'image', url: image }]) }),
 *   edges: {
 *     exchange: { method: 'POST', path: '^/oauth/token$', run: 'exchange' },
 *     profiles: { method: 'GET', path: '^/api/v1/accounts/verify_credentials$', run: 'profiles' },
 *     publish: { method: 'POST', path: '^/api/v1/statuses$', run: 'publish' },
 *   },
 * });
 */
export function describeConformance(conformance: Conformance): void {
  describe(conformance.name, async () => {
    const clock = createMovedClock();
    const testNetwork = await conformance.start(clock);
    const tempDir = tempDirOfSuite();
    const book = createRequestBook(readRequestTable(conformance.page, testNetwork.known));
    let current: Fixture | undefined;
    const fixture = (): Fixture => {
      if (current === undefined) throw new Error('A fixture exists only while a test runs.');
      return current;
    };

    beforeEach(async () => {
      current = await openFixture({ testNetwork, clock, pick: conformance.pick, tempDir });
    });
    afterEach(async () => {
      const ended = fixture();
      current = undefined;
      await ended.close();
      book.check(ended);
    });
    afterAll(() => testNetwork.close());

    const suite: Suite = { conformance, adapter: testNetwork.adapter, fixture, purposeOf: book.purposeOf };
    describeConnecting(suite);
    describePublishing(suite);
    describeReading(suite);
    describeWrites({
      writes: writesOf(suite),
      fixture,
      subject: (name) => subjectOf(conformance, fixture(), name),
      edge: (name) => edgeOf(suite, name),
      unreadable: (conformance.unreadable ?? []).filter((name) => name !== 'metrics'),
    });
    describeSecrets(suite);
    describeInBetween(suite);
    if (conformance.errors) describeErrors(suite, conformance.errors);
    conformance.more?.(fixture);

    describe('the table of requests', () => {
      it('has no row for a request that differs in its method, path, query, headers or body', () => {
        expect(book.metWrongly()).toEqual([]);
      });

      it('has no row, and allows nothing, that is not used', () => {
        const { connect } = testNetwork.adapter;
        const codeChallenge = connect.pkce ? 'challenge' : null;
        const url = connect.authorizeUrl({ state: 'state-1', redirectUri: REDIRECT_URI, codeChallenge });
        book.meet({ method: 'GET', url, effect: 'read', signal: AbortSignal.abort() });
        expect(book.unmet()).toEqual(conformance.unused ?? []);
        const never = book
          .unmet()
          .flatMap((purpose) => book.unsent().filter((name) => name.startsWith(`${purpose}: `)));
        expect(book.unsent().filter((name) => !never.includes(name))).toEqual([]);
      });
    });
  });
}
