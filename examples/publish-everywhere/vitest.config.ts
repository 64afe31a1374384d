import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'example-publish-everywhere',
    include: ['test/**/*.test.ts'],
    // A whole service starts, and every test publishes a video.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
