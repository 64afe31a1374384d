import { defineConfig } from 'vitest/config';

/** `pnpm runtimes`: every runtime. It downloads some 500 MB from npm the first time. */
export default defineConfig({
  test: {
    name: 'runtimes',
    include: ['test/runtimes/**/*.test.ts'],
    globalSetup: ['test/packed.global.ts'],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
