import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, spread } from './figures.ts';
import { freePort } from './free-port.ts';

/**
 * Measures a warm start: everything is installed, the database exists, and an earlier start compiled the code. (a) the server alone, from the
 * start of its process to its first 200 on /readyz; (b) the whole command a developer types, up to the end of its output.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const SERVER_GOAL_MS = 1_000;
const COMMAND_GOAL_MS = 3_000;
const COMMAND = ['--yes', 'pnpm@10.34.9', 'dev'];

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SERVER = path.join(ROOT, 'apps/server/src/main.ts');
const COMPILE_CACHE = path.join(ROOT, '.fanfare/compile-cache');

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-start-up-'));
// As root, the account that runs PostgreSQL must be able to enter.
chmodSync(folder, 0o755);

type Command = { readonly child: ChildProcess; readonly tookMs: number; readonly ownMs: number };

let failed = false;
try {
  console.log(
    `${cpus().length} x ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the start, ${ROUNDS} rounds\n`,
  );
  const first = await startCommand();
  console.log(`  first start, which makes the database   ${seconds([first.tookMs])}`);

  const { databaseUrl } = JSON.parse(readFileSync(path.join(folder, 'dev.json'), 'utf8')) as { databaseUrl: string };
  const serverMs: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const tookMs = await timeServer(databaseUrl);
    if (round >= 0) serverMs.push(tookMs); // The extra round compiles what the first start did not need.
  }
  await stopCommand(first);

  const commands: Command[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const command = await startCommand();
    await stopCommand(command);
    commands.push(command);
  }
  judge('(a) server process to its first 200', serverMs, SERVER_GOAL_MS);
  const commandMs = commands.map(({ tookMs }) => tookMs);
  judge(`(b) npx ${COMMAND.join(' ')}`, commandMs, COMMAND_GOAL_MS);
  console.log(
    `      of which npx and pnpm               ${seconds(commands.map(({ tookMs, ownMs }) => tookMs - ownMs))}`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;

function judge(what: string, tookMs: readonly number[], goalMs: number): void {
  const reached = median(tookMs) <= goalMs;
  failed ||= !reached;
  console.log(
    `  ${what.padEnd(38)}  ${seconds(tookMs)}  goal: at most ${goalMs / 1000} s  ${reached ? 'reached' : 'MISSED'}`,
  );
}

function seconds(tookMs: readonly number[]): string {
  const inSeconds = tookMs.map((ms) => ms / 1000);
  return tookMs.length === 1 ? `${inSeconds[0]!.toFixed(2)} s` : spread(inSeconds, 's', 2);
}

/** Started like `dev`, as a second one beside the first on the same database. */
async function timeServer(databaseUrl: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const server = spawn(process.execPath, [SERVER], {
    env: {
      ...terminal(),
      FANFARE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEYS: readFileSync(path.join(folder, 'encryption-key'), 'utf8').trim(),
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(server, 'exit');
  while ((await statusOf(`http://127.0.0.1:${port}/readyz`)) !== 200) {
    if (server.exitCode !== null) throw new Error(`the server ended with code ${server.exitCode}`);
    await sleep(5);
  }
  const tookMs = performance.now() - startedAt;
  server.kill('SIGTERM');
  await ended;
  return tookMs;
}

async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { headers: { Connection: 'close' } });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0; // Nothing listens there yet.
  }
}

async function startCommand(): Promise<Command> {
  const startedAt = performance.now();
  const child = spawn('npx', COMMAND, {
    cwd: ROOT,
    env: { ...terminal(), FANFARE_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("\n  }'\n")) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the command ended with code ${code}:\n${output}`)));
  });
  const tookMs = performance.now() - startedAt;
  return { child, tookMs, ownMs: Number(/ready in ([\d.]+) s/.exec(output)?.[1]) * 1000 };
}

/** Ctrl-C: the signal goes to every process of the terminal. */
async function stopCommand({ child }: Command): Promise<void> {
  const ended = once(child, 'exit');
  process.kill(-child.pid!, 'SIGINT');
  await ended;
}

/** The environment of a terminal: without the variables that pnpm adds for its scripts. */
function terminal(): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(npm_|pnpm_|INIT_CWD$|NODE_PATH$|DATABASE_URL$)/i.test(entry[0]),
  );
  const { PATH = '', ...rest } = Object.fromEntries(own);
  const folders = PATH.split(path.delimiter).filter((each) => !each.includes('node_modules'));
  return { ...rest, PATH: folders.join(path.delimiter) };
}
