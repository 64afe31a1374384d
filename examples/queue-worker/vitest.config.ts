import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'example-queue-worker',
    include: ['test/**/*.test.ts'],
    // A whole service starts.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
