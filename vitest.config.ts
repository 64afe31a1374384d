import { defineConfig } from 'vitest/config';

/** Every package tests itself; the server's tests share one real PostgreSQL, started once. */
export default defineConfig({
  test: { projects: ['packages/!(networks)', 'packages/networks/*', 'apps/*', 'examples/*'] },
});
