import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'api-suite',
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Statements wait for servers and clocks more than they compute.
    maxConcurrency: 16,
  },
});
