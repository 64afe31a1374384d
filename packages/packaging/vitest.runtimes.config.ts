import { defineConfig } from 'vitest/config';

/** `pnpm runtimes`: apart from the other tests, for it downloads some 400 MB of runtimes from npm the first time. */
export default defineConfig({
  test: {
    name: 'runtimes',
    include: ['test/runtimes/**/*.test.ts'],
    globalSetup: ['test/packed.global.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
