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
  const urls = hostileGroups(canary.port).flat();
  expect(urls.length).toBeGreaterThan(500);
  const names = Object.keys(HOSTILE_NAMES);
  await expectNothingSent(
    webhooks,
    urls,
    names.map((name) => `https://${name}:${canary.port}/`),
  );
  // Each was looked up through the guard, and nothing else was.
  expect(resolved).toEqual(new Set(names));
  expect(canary.connections).toBe(0);
});
