import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'packaging',
    include: ['test/**/*.test.ts'],
    // `pnpm runtimes` runs these as well; they download some 330 MB.
    exclude: ['test/runtimes/node-and-workerd.test.ts'],
    globalSetup: ['test/packed.global.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
