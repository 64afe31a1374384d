import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'example-react-front-end',
    environment: 'jsdom',
    include: ['test/**/*.test.{ts,tsx}'],
    // On a machine that is busy with other tests, too.
    testTimeout: 60_000,
    // Builds the app and starts a browser.
    hookTimeout: 90_000,
  },
});
