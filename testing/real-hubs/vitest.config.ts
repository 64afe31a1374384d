import { defineConfig } from 'vitest/config';

/** `pnpm test:wordpress`: every test with a real hub. `*.test.ts` also run in `pnpm test`. */
export default defineConfig({
  test: {
    name: 'real-hubs',
    include: ['test/**/*.{test,nightly}.ts'],
    // Limits that end what hangs, as in the other tests.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
  },
});
