import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../src/operator/embedded-postgres/start-embedded-postgres.ts';
import { startServerProcess } from './upgrade/server-process.ts';

type Figure = {
  readonly what: string;
  readonly found: number;
  readonly limit: number;
  readonly unit: 'MB' | 'ms';
};

const RUNS = 9;
const NO_CACHE = { NODE_DISABLE_COMPILE_CACHE: '1' };
const PRINT_CPU = `data:text/javascript,process.on('exit', () => console.log(JSON.stringify(process.cpuUsage())))`;
const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-figures-'));
const dist = path.join(folder, 'fanfare');
const command = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], cwd: folder });

/**
 * `pnpm figures`: builds the bundle and measures what a release promises. Lowest values where other
 * programs only add. Exits with 1 over a limit.
 */
try {
  command(process.execPath, path.join(import.meta.dirname, 'build.ts'), '--out', dist);
  const figures = [...measureSizes(), ...(await measureStarts())];
  for (const { what, found, limit, unit } of figures)
    process.stdout.write(`${what}: ${found.toFixed(unit === 'MB' ? 1 : 0)} ${unit} (at most ${limit})\n`);
  if (figures.some(({ found, limit }) => found > limit)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}

function measureSizes(): readonly Figure[] {
  const [{ size, unpackedSize }] = JSON.parse(command('npm', 'pack', dist, '--dry-run', '--json'));
  return [
    { what: 'package, packed', found: size / 1e6, limit: 12, unit: 'MB' },
    { what: 'production tree', found: unpackedSize / 1e6, limit: 45, unit: 'MB' },
  ];
}

async function measureStarts(): Promise<readonly Figure[]> {
  const postgres = await startEmbeddedPostgres({ home: path.join(folder, 'postgres') });
  const env = { DATABASE_URL: postgres.url, ENCRYPTION_KEY: randomBytes(32).toString('base64'), METRICS_PORT: 'off' };
  try {
    // The first start migrates.
    await startAndStop(env);
    const starts: { readonly readyMs: number; readonly stopMs: number }[] = [];
    for (let run = 0; run < RUNS; run++) starts.push(await startAndStop(env));
    // In alternation, so that both meet the same load.
    const imports = Array.from({ length: RUNS }, () => ({ fresh: measureImport(NO_CACHE), again: measureImport({}) }));
    const lowest = (values: readonly number[]): number => Math.min(...values);
    const readyMs = starts.map((one) => one.readyMs);
    return [
      {
        what: 'code of the server imported, processor time',
        found: lowest(imports.map((one) => one.fresh)),
        limit: 200,
        unit: 'ms',
      },
      {
        what: 'the same with the compile cache of an earlier start',
        found: lowest(imports.map((one) => one.again)),
        limit: 150,
        unit: 'ms',
      },
      { what: 'start to /readyz on a migrated database, median', found: median(readyMs), limit: 1_000, unit: 'ms' },
      { what: 'start to /readyz on a migrated database, lowest', found: lowest(readyMs), limit: 400, unit: 'ms' },
      {
        what: 'SIGTERM to exit of an idle server',
        found: median(starts.map((one) => one.stopMs)),
        limit: 45_000,
        unit: 'ms',
      },
    ];
  } finally {
    await postgres.stop();
  }
}

async function startAndStop(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly readyMs: number; readonly stopMs: number }> {
  const started = performance.now();
  const server = await startServerProcess(path.join(dist, 'main.js'), { ...env, LOG_LEVEL: 'error' });
  const ready = await fetch(`${server.baseUrl}/readyz`);
  if (!ready.ok) throw new Error(`/readyz answered ${ready.status}.`);
  return { readyMs: performance.now() - started, stopMs: await server.stop() };
}

/** Measures until the code is loaded, where a server without settings ends. */
function measureImport(settings: Readonly<Record<string, string>>): number {
  const cpuMs = (...args: string[]): number => {
    const { stdout } = spawnSync(process.execPath, ['--import', PRINT_CPU, ...args], {
      encoding: 'utf8',
      env: settings,
    });
    const { user, system } = JSON.parse(stdout) as NodeJS.CpuUsage;
    return (user + system) / 1_000;
  };
  return cpuMs(path.join(dist, 'main.js')) - cpuMs('-e', '');
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}
