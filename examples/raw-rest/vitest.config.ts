import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'example-raw-rest',
    include: ['test/**/*.test.ts'],
    // A whole service starts.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
