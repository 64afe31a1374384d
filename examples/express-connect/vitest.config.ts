import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'example-express-connect',
    include: ['test/**/*.test.ts'],
    // A whole service and a browser start.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
