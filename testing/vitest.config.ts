import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SlowFilesFirst } from './slow-files-first.ts';

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

const ROOT = path.resolve(import.meta.dirname, '..');
/** Folders whose subfolders with a `test` folder are projects. */
const PARENTS = [
  'packages',
  'packages/networks',
  'packages/hubs',
  'apps',
  'testing',
  'tooling',
  'examples',
  'integrations',
];

/** The settings of a project beyond its test files. */
const SETTINGS: Readonly<Record<string, Settings>> = {
  // The server's tests share one real PostgreSQL, started once.
  'apps/server': {
    globalSetup: ['test/postgres.global.ts', 'test/openapi.global.ts', 'test/bundle.global.ts'],
    env: { CHAOS_TIMEOUT_FACTOR: '10' },
  },
  // Statements wait for servers and clocks more than they compute.
  'testing/api-suite': { maxConcurrency: 16 },
  'tooling/packaging': {
    // `pnpm runtimes` runs these: they download some 500 MB.
    exclude: ['test/runtimes/**'],
    globalSetup: ['test/packed.global.ts'],
    // With the conditions of Vitest Node finds the sources of `@arethetypeswrong/core`, and loads
    // none below node_modules.
    experimental: { viteModuleRunner: true },
  },
  // Its pages are JSX, which Node does not load.
  'examples/react-front-end': {
    environment: 'jsdom',
    isolate: true,
    experimental: { viteModuleRunner: true },
  },
};

const folders = PARENTS.flatMap((parent) =>
  readdirSync(path.join(ROOT, parent)).map((name) => `${parent}/${name}`),
).filter((folder) => existsSync(path.join(ROOT, folder, 'test')));

/**
 * Files of a project share the modules of their worker, whose loading takes as long. Node loads
 * them as it does when the product runs: with Vite each project translates all of them again.
 */
const SHARED: Settings = {
  isolate: false,
  // Values of hundreds of tests are short-lived: their garbage is collected a quarter as often.
  execArgv: ['--max-semi-space-size=64'],
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Folders without settings are one project: starting workers takes longer than tests. */
function projectsOf(include: string): readonly { readonly root: string; readonly test: Settings }[] {
  const alike = folders.filter((folder) => !(folder in SETTINGS)).map((folder) => `${folder}/${include}`);
  return [
    { root: ROOT, test: { ...SHARED, name: 'workspace', include: alike } },
    ...Object.entries(SETTINGS).map(([folder, settings]) => ({
      root: path.join(ROOT, folder),
      test: { ...SHARED, name: path.basename(folder), include: [include], ...settings },
    })),
  ];
}

/** Runs the files of every project that match, also for `vitest.nightly.config.ts`. */
export const testsIn = (include: string) =>
  defineConfig({
    test: {
      // Tests wait for servers, networks and browsers: on two cores the whole run takes 478 s with
      // two files for each core, and 511 s with one and a half.
      maxWorkers: availableParallelism() * 2,
      // Limits that end what hangs, and nothing else: a slow machine makes a run slow, not red. No
      // test has a shorter one of its own.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000, interval: 50 } },
      sequence: { sequencer: SlowFilesFirst },
      projects: [...projectsOf(include)],
    },
  });

export default testsIn('test/**/*.test.{ts,tsx}');
