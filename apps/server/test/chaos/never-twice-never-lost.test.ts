import { expect, test } from 'vitest';
import { EVERY_NETWORK, kills } from './scenarios/crash-at-checkpoints.ts';
import { media } from './scenarios/media.ts';

test('servers killed during publishes on every network publish nothing twice and lose nothing', async () => {
  // Each of the eight lanes crashes once. `pnpm nightly` runs a share of the other scenarios, `pnpm chaos` all of them for hours.
  const result = await kills.run(EVERY_NETWORK, { seed: 20_261_120, progress: () => undefined, kills: 8, servers: 3 });
  expect(result.violations).toEqual([]);
  expect(result.targets).toBeGreaterThan(0);
});

test('servers killed at steps of a hosted file lose nothing that they acknowledged', async () => {
  const result = await media.run('part 1', { seed: 20_261_128, progress: () => undefined, kills: 32, servers: 3 });
  expect(result.violations).toEqual([]);
  expect(result.targets).toBeGreaterThan(0);
});
