import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'example-schedule-and-cancel',
    include: ['test/**/*.test.ts'],
    // A whole service starts.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
