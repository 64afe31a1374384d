import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'example-mastodon-network',
    include: ['test/**/*.test.ts'],
    // One file starts a whole service.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
