import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EVERY_NETWORK, kills } from '../../chaos/scenarios/crash-at-checkpoints.ts';

beforeAll(() => void vi.stubEnv('TEST_PARTITIONS', '4'));
afterAll(() => void vi.unstubAllEnvs());

test('servers killed during publishes publish nothing twice and lose nothing in a database with partitions', async () => {
  const result = await kills.run(EVERY_NETWORK, { seed: 20_261_128, progress: () => undefined, kills: 24, servers: 3 });
  expect(result.violations).toEqual([]);
  expect(result.kills).toBeGreaterThanOrEqual(24);
  expect(result.targets).toBeGreaterThan(0);
  console.info(`${result.kills} kills, ${result.targets} targets, ${result.published} published`);
});
