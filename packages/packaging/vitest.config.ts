import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'packaging',
    include: ['test/**/*.test.ts'],
    exclude: ['test/runtimes/**'],
    globalSetup: ['test/packed.global.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
