import { describe, expect, it } from 'vitest';
import type { DocumentedError } from './documented-error.ts';
import { isWrite, reach } from './reach.ts';
import { type MappedError, renderErrors } from './render-errors.ts';
import { edgeOf, type Suite } from './suite.ts';

/** Enough for all of an adapter's own repetitions. */
const EVERY_TIME = 40;

/** Produces every documented error on its edge, and compares the result with the page. */
export function describeErrors(suite: Suite, errors: readonly DocumentedError[]): void {
  const { conformance, fixture } = suite;
  const mapped: MappedError[] = [];

  describe('documented errors', () => {
    it.each(errors.map((error) => [`${error.edge}: ${error.documented}`, error] as const))('%s', async (_, error) => {
      const edge = edgeOf(suite, error.edge);
      const run = await reach(suite, edge);
      const { method, path } = edge;
      if (error.provoke) await error.provoke(fixture());
      else {
        const { status, headers = {}, body } = error;
        await fixture().testNetwork.fail({
          method,
          path,
          action: 'status',
          status,
          headers,
          body: body ?? '',
          times: EVERY_TIME,
        });
      }
      const before = fixture().sent.length;
      const became = await run();
      mapped.push({ ...error, became });
      expect(became.code).toBe(error.becomes);
      const writes = fixture()
        .sent.slice(before)
        .filter(({ effect }) => effect === 'public');
      expect(writes).toHaveLength(isWrite(edge.run) ? 1 : 0);
      // An unknown outcome must not offer the same call again.
      if (became.outcome === 'unknown') expect(became.retryAfterMs).toBeNull();
    });

    const { errorsPage } = conformance;
    if (errorsPage === undefined) return;
    it('are on the page that lists them, with their result', async () => {
      expect(mapped).toHaveLength(errors.length);
      await expect(renderErrors(conformance.name, mapped)).toMatchFileSnapshot(errorsPage);
    });
  });
}
