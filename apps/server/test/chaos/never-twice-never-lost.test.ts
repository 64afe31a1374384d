import { expect, test } from 'vitest';
import { EVERY_NETWORK, kills } from './scenarios/crash-at-checkpoints.ts';

test('servers killed during publishes on every network publish nothing twice and lose nothing', async () => {
  // Each of the eight lanes crashes once. `pnpm nightly` runs a share of the other scenarios, `pnpm
  // chaos` all of them for hours.
  const result = await kills.run(EVERY_NETWORK, { seed: 20_261_120, progress: () => undefined, kills: 8, servers: 2 });
  expect(result.violations).toEqual([]);
  expect(result.targets).toBeGreaterThan(0);
});
