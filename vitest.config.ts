import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Every package tests itself; the server's tests share one real PostgreSQL, started once. */
export default defineConfig({
  test: {
    projects: ['packages/!(networks)', 'packages/networks/*', 'apps/*', 'examples/*'],
    // Tests wait for networks and databases more than they compute: also a small machine runs two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
