import { expect, test } from 'vitest';
import { media } from './scenarios/media.ts';

// Four kills of the scenario, so not at every step. `pnpm nightly` runs a share of the others, of
// kills during publishes too, and `pnpm chaos` all of them for hours.
test('servers killed at steps of a hosted file lose nothing that they acknowledged', async () => {
  const result = await media.run('part 1', { seed: 20_261_128, progress: () => undefined, kills: 32, servers: 3 });
  expect(result.violations).toEqual([]);
  expect(result.targets).toBeGreaterThan(0);
});
