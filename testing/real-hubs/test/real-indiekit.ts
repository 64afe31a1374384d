import { afterAll, describe } from 'vitest';
import { type RealIndiekit, startIndiekit } from '../src/index.ts';

/**
 * Describes a real Indiekit, as `describeWordpress` does a WordPress. INDIEKIT_FOLDER names the
 * folder where one is installed.
 */
export async function describeIndiekit(
  what: string,
  options: Parameters<typeof startIndiekit>[0],
  tests: (indiekit: RealIndiekit) => void,
): Promise<void> {
  const indiekit = await startIndiekit({ folder: process.env.INDIEKIT_FOLDER, ...options });
  if ('missing' in indiekit) {
    describe.skip(`${what} (${indiekit.missing.split('\n')[0]})`, () => tests(null as never));
    return;
  }
  describe(what, () => {
    afterAll(() => indiekit.stop());
    tests(indiekit);
  });
}
