import { HOSTILE_NAMES } from '@fanfare/network/testing/hostile-names';
import { expect, test } from 'vitest';
import { useCanary } from './canary.ts';
import { expectNothingSent, hostileGroups } from './expect-nothing-sent.ts';
import { useWebhooks } from './use-webhooks.ts';

const canary = useCanary();
const resolved = new Set<string>();
const webhooks = useWebhooks({
  env: { EGRESS_ALLOWED_HOSTS: '' },
  options: {
    resolve: async (name) => {
      resolved.add(name);
      return HOSTILE_NAMES[name] ?? [];
    },
  },
});

test('no address of the whole corpus, stored all the same, gets anything from a test or a delivery', async () => {
  const addresses = hostileGroups(canary.port).flat();
  expect(addresses.length).toBeGreaterThan(500);
  await expectNothingSent(webhooks, { canary, resolved, addresses, names: Object.keys(HOSTILE_NAMES) });
});
