import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/postgres.global.ts', 'test/openapi.global.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
