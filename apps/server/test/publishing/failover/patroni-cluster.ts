import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../../../src/db/migrate.ts';
import { openPostgresHome } from '../../../src/operator/embedded-postgres/postgres-home.ts';
import { freePort } from '../../../src/process/free-port.ts';
import { until } from '../../until.ts';
import { findSystemPostgres } from '../recovery/system-postgres.ts';

const DEPLOY = fileURLToPath(new URL('../../../../../deploy/', import.meta.url));
const PATRONI = '/usr/bin/patroni';
const HAPROXY = '/usr/sbin/haproxy';

/**
 * Whether the machine has Debian's packages `postgresql`, `patroni`, `python3-pysyncobj` and
 * `haproxy`.
 */
export const hasPatroni = (): boolean =>
  findSystemPostgres() !== null && [PATRONI, HAPROXY].every((file) => existsSync(file));

/** A machine with PostgreSQL and Patroni. */
export type PatroniNode = {
  readonly name: string;
  readonly url: string;
  /** Kills PostgreSQL alone, as the kernel does without memory. */
  killPostgres(): void;
  /** The machine loses its power. */
  kill(): Promise<void>;
  /** Stops every process of it, as a hypervisor does. */
  pause(): void;
  wake(): void;
  start(): void;
};

export type PatroniCluster = {
  /** The address of HAProxy. */
  readonly balancedUrl: string;
  /** The address with both hosts. */
  readonly hostsUrl: string;
  /** Resolves when there are a primary and its synchronous standby. */
  whole(): Promise<{ readonly primary: PatroniNode; readonly standby: PatroniNode }>;
  log(): string;
  stop(): Promise<void>;
};

/**
 * Two nodes, a witness and HAProxy with the files of `deploy`, in which hosts become ports of this
 * machine.
 */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const { bin } = findSystemPostgres()!;
  const { folder: home, user } = await openPostgresHome(mkdtempSync(path.join(tmpdir(), 'fanfare-patroni-')));
  const password = randomBytes(12).toString('hex');
  const ports = new Map<string, number>();
  for (const place of [
    'db-1:5432',
    'db-2:5432',
    'db-1:8008',
    'db-2:8008',
    'db-1:2222',
    'db-2:2222',
    'db-3:2222',
    'haproxy:5432',
  ])
    ports.set(place, await freePort(0));
  const portOf = (name: string, port: number | string): number => ports.get(`${name}:${port}`)!;
  /** Fills in what an operator writes into the files of one machine. */
  const filledIn = (text: string, name: string): string =>
    text
      .replaceAll('/var/lib/postgresql/', `${home}/${name}/`)
      .replaceAll('/usr/lib/postgresql/15/bin', bin)
      .replaceAll('replace-me', password)
      .replaceAll(/(db-\d)\.internal:(\d+)/g, (_, host: string, port: string) => `127.0.0.1:${portOf(host, port)}`)
      .replaceAll(/0\.0\.0\.0:(\d+)/g, (_, port: string) => `127.0.0.1:${portOf(name, port)}`);
  const template = readFileSync(path.join(DEPLOY, 'patroni/env.conf'), 'utf8');
  const environmentOf = (name: string): NodeJS.ProcessEnv => {
    // The first machine and its two partners.
    const others = ['db-1', 'db-2', 'db-3'].filter((each) => each !== name);
    const names = [name, ...others];
    const own = template.replaceAll(/db-(\d)/g, (_, n: string) => names[Number(n) - 1]!);
    const lines = [...filledIn(own, name).matchAll(/^(\w+)=(.*)$/gm)];
    const variables = lines.map(([, key, value]) => [key!, value!.replace(/^"(.*)"$/, '$1')]);
    const { PATH = '' } = process.env;
    return { PATH, HOME: home, LC_ALL: 'C', ...Object.fromEntries(variables) };
  };
  const configuration = path.join(home, 'fanfare.yml');
  writeFileSync(configuration, readFileSync(path.join(DEPLOY, 'patroni/fanfare.yml'), 'utf8'));

  const logs: string[] = [];
  const run = (name: string, words: readonly string[], as = user): ChildProcess => {
    const file = path.join(home, `${name}.log`);
    if (!logs.includes(file)) logs.push(file);
    const out = openSync(file, 'a');
    const [program, ...others] = words;
    return spawn(program!, others, {
      ...as,
      cwd: home,
      env: environmentOf(name),
      detached: true,
      stdio: ['ignore', out, out],
    });
  };
  const urlOf = (port: number, role = 'fanfare', database = 'fanfare') =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;

  const openNode = (name: string): PatroniNode => {
    const data = path.join(home, name, '15/fanfare');
    mkdirSync(path.join(home, name, '15'), { recursive: true, mode: 0o700 });
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path.join(home, name)]);
    let patroni: ChildProcess | null = null;
    const postmaster = (): number => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const processes = (): readonly number[] => {
      const all = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
      const parents = new Map(all.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]));
      const found = [patroni!.pid!, postmaster()];
      for (const pid of found)
        for (const [child, parent] of parents) if (parent === pid && !found.includes(child)) found.push(child);
      return found;
    };
    const signal = (name: NodeJS.Signals) => {
      for (const pid of processes())
        try {
          process.kill(pid, name);
        } catch {
          // It has ended.
        }
    };
    return {
      name,
      url: urlOf(portOf(name, 5432)),
      killPostgres: () => void process.kill(postmaster(), 'SIGKILL'),
      async kill() {
        const ended = new Promise((resolve) => patroni!.once('close', resolve));
        signal('SIGKILL');
        await ended;
      },
      pause: () => signal('SIGSTOP'),
      wake: () => signal('SIGCONT'),
      start() {
        patroni = run(name, [PATRONI, configuration]);
      },
    };
  };
  const nodes = [openNode('db-1'), openNode('db-2')] as const;
  mkdirSync(path.join(home, 'db-3'), { recursive: true });
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, path.join(home, 'db-3')]);
  const witness = run('db-3', ['/usr/bin/patroni_raft_controller', configuration]);
  for (const node of nodes) node.start();

  const balancer = path.join(home, 'haproxy.cfg');
  const balanced = readFileSync(path.join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8')
    .replaceAll(/server (db-\d) .*/g, (line, name: string) => `${filledIn(line, name)} port ${portOf(name, 8008)}`)
    .replace('127.0.0.1:5432', `127.0.0.1:${portOf('haproxy', 5432)}`);
  writeFileSync(balancer, balanced);
  const haproxy = run('haproxy', [HAPROXY, '-db', '-f', balancer], null);

  type State = { readonly role: string; readonly state: string; readonly sync_standby?: boolean };
  const stateOf = async ({ name }: PatroniNode): Promise<State | null> => {
    try {
      const response = await fetch(`http://127.0.0.1:${portOf(name, 8008)}/patroni`, {
        signal: AbortSignal.timeout(2_000),
      });
      return (await response.json()) as State;
    } catch {
      return null;
    }
  };
  const whole: PatroniCluster['whole'] = () =>
    until(async () => {
      const states = await Promise.all(nodes.map(async (node) => ({ node, state: await stateOf(node) })));
      const primary = states.find(({ state }) => state?.role === 'master' && state.state === 'running');
      const standby = states.find(({ state }) => state?.sync_standby === true && state.state === 'running');
      return primary && standby ? { primary: primary.node, standby: standby.node } : null;
    });
  const log = () => logs.map((file) => readFileSync(file, 'utf8')).join('');
  const stop = async (): Promise<void> => {
    for (const node of nodes) await node.kill().catch(() => undefined);
    for (const child of [witness, haproxy]) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  };

  try {
    const { primary } = await whole();
    const admin = new pg.Client({ connectionString: urlOf(portOf(primary.name, 5432), 'postgres', 'postgres') });
    await admin.connect();
    await admin.query(`create role fanfare login password '${password}'`);
    await admin.query('create database fanfare owner fanfare');
    await admin.end();
    const hostsUrl = `postgres://fanfare:${password}@${nodes.map(({ name }) => `127.0.0.1:${portOf(name, 5432)}`).join(',')}/fanfare`;
    await migrate(hostsUrl);
    return { balancedUrl: urlOf(portOf('haproxy', 5432)), hostsUrl, whole, log, stop };
  } catch (error) {
    process.stderr.write(log());
    await stop();
    throw error;
  }
}
