import { expect, test } from 'vitest';
import { media } from './scenarios/media.ts';

// Its servers also die at steps of publishes on every network. `pnpm nightly` runs a share of the
// other scenarios, `pnpm chaos` all of them for hours.
test('servers killed at steps of a hosted file and of its posts publish nothing twice and lose nothing that they acknowledged', async () => {
  const result = await media.run('part 1', { seed: 20_261_128, progress: () => undefined, kills: 32, servers: 3 });
  expect(result.violations).toEqual([]);
  expect(result.targets).toBeGreaterThan(0);
});
