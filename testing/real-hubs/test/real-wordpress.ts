import { afterAll, describe } from 'vitest';
import { type RealWordpress, startWordpress } from '../src/index.ts';

/**
 * Describes a real WordPress, started once for the tests in here. Where its packages are missing
 * they are skipped, and the reason is in the name.
 *
 * @example
 * await describeWordpress('the exchange', {}, (wordpress) => {
 *   test('…', async () => { await wordpress.makeConnectCode('author'); });
 * });
 */
export async function describeWordpress(
  what: string,
  options: Parameters<typeof startWordpress>[0],
  tests: (wordpress: RealWordpress) => void,
): Promise<void> {
  const wordpress = await startWordpress(options);
  if ('missing' in wordpress) {
    describe.skip(`${what} (${wordpress.missing.split('\n')[0]})`, () => tests(null as never));
    return;
  }
  describe(what, () => {
    afterAll(() => wordpress.stop());
    tests(wordpress);
  });
}
