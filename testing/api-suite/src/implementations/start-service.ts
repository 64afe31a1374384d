import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { KeyScope } from '@fanfare/contract';
import * as dev from '@fanfare/harness/testing';
import { type PlanName, withoutCell } from '@fanfare/rules';
import type { Abandonment } from '../implementation.ts';
import { askDatabase } from './ask-database.ts';
import { type OtherService, startOtherService } from './other-service.ts';
import { readServerPrograms } from './server-programs.ts';

/** Projects are made so many at a time: a command takes longer to start than to make a hundred. */
const BATCH = 100;

/** PostgreSQL, the server and the simulated networks, as processes. */
export type Service = {
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  /** Runs `fanfare …` against its database; rejects when the command fails. */
  command(...words: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
  /** The key of an unused project. */
  newProject(plan: PlanName): Promise<string>;
  /** The keys of new projects on these plans, all in one new workspace. */
  newWorkspace(plans: readonly [PlanName, ...PlanName[]]): Promise<readonly string[]>;
  /** Two live keys of an unused project, the second with this scope. */
  keyring(scope: KeyScope): Promise<{ readonly apiKey: string; readonly second: string }>;
  revokeKey(second: string): Promise<void>;
  /** Another service beside this one; started when it is first asked for. */
  other(): Promise<OtherService>;
  /**
   * Changes the rows of a scheduled post to those of a post that was due a day ago and never
   * claimed, or claimed by a process that is gone.
   */
  abandon(postId: string, how: Abandonment): Promise<void>;
  /**
   * Makes a connect link older: the server has no clock to move, so an earlier end is written to
   * the database.
   */
  ageLink(authUrl: string, ms: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts the service as `pnpm dev` does, in its own folder and on its own ports, with settings of
 * `docs/self-hosting.md`.
 */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<Service> {
  const programs = readServerPrograms();
  const { baseUrl, sandboxUrl, databaseUrl, stop } = await dev.startService({ ...programs.settings, ...settings });
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const command = (...words: readonly string[]) =>
    promisify(execFile)(process.execPath, [programs.command, ...words], { env });
  const makeProjects = async (plan: PlanName): Promise<string[]> => {
    const { stdout } = await command('projects', 'create', 'Suite', '--plan', plan, '--count', String(BATCH));
    return stdout.trim().split('\n');
  };
  let other: Promise<OtherService> | null = null;
  const pools = new Map<PlanName, Promise<string[]>>();
  const newProject = async (plan: PlanName): Promise<string> => {
    const pool = pools.get(plan) ?? makeProjects(plan);
    pools.set(plan, pool);
    const key = (await pool).pop();
    if (key !== undefined) return key;
    if (pools.get(plan) === pool) pools.delete(plan);
    return newProject(plan);
  };
  return {
    baseUrl,
    sandboxUrl,
    databaseUrl,
    command,
    newProject,
    async newWorkspace([first, ...others]) {
      const keys = [await newProject(first)];
      const { rows } = await askDatabase<{ id: string }>(databaseUrl, WORKSPACE_ID, [sha256(keys[0] ?? '')]);
      const workspace = publicId('ws', rows[0]?.id);
      const create = ['projects', 'create', 'Suite', '--workspace', workspace];
      for (const { plan, count } of runsOf(others)) {
        const { stdout } = await command(...create, '--plan', plan, '--count', String(count));
        keys.push(...stdout.trim().split('\n'));
      }
      return keys;
    },
    async keyring(scope) {
      const [apiKey, second] = await Promise.all([newProject('self_hosted'), newProject('self_hosted')]);
      await askDatabase(databaseUrl, MOVE_KEY, [sha256(second), sha256(apiKey), scope]);
      return { apiKey, second };
    },
    async revokeKey(second) {
      const { rows } = await askDatabase<{ id: string }>(databaseUrl, KEY_ID, [sha256(second)]);
      await command('keys', 'revoke', publicId('key', rows[0]?.id));
    },
    other() {
      other ??= startOtherService(databaseUrl, startService);
      return other;
    },
    async abandon(postId, how) {
      const { rowCount } = await askDatabase(databaseUrl, ABANDON[how], [uuidOf(postId)]);
      if (rowCount === 0) throw new Error(`${postId} is no longer scheduled.`);
    },
    async ageLink(authUrl, ms) {
      const token = sha256(withoutCell(new URL(authUrl).pathname.split('/').at(-1) ?? ''));
      const older =
        "update connect_attempts set expires_at = expires_at - $2 * interval '1 ms' where page_token_sha256 = $1";
      const { rowCount } = await askDatabase(databaseUrl, older, [token, ms]);
      if (rowCount !== 1) throw new Error(`There is no link ${authUrl}.`);
    },
    async stop() {
      // One that did not start has nothing to stop.
      await other?.then(
        (started) => started.stop(),
        () => undefined,
      );
      await stop();
    },
  };
}

/**
 * Rows as a server leaves them that was not there for a day and a second, and twelve that died one
 * after the other, each once it had claimed them.
 */
const ABANDON: Readonly<Record<Abandonment, string>> = {
  schedule_missed: `with late as (
      update posts set publish_at = now() - interval '24 hours 1 second' where id = $1 returning publish_at
    )
    update targets set run_at = publish_at from late where post_id = $1 and not done and lease_token = 0`,
  worker_lost: `with due as (
      update posts set publish_at = now() - interval '10 minutes' where id = $1 returning publish_at
    )
    update targets set run_at = publish_at, phase = 'claimed', claims = 12, lease_token = 12, lease_owner = 'a server that died',
      lease_expires_at = now() - interval '1 second', deadline_at = now() + interval '3 minutes'
    from due where post_id = $1 and not done and lease_token = 0`,
};

const KEY_ID = 'select id from api_keys where key_sha256 = $1';
const WORKSPACE_ID = `select workspace_id as id from projects where id = (select project_id from api_keys where key_sha256 = $1)`;
/**
 * Gives the first key to the project of the second, with a scope: a command takes a second to make
 * one.
 */
const MOVE_KEY = `update api_keys set scope = $3, project_id = (select project_id from api_keys where key_sha256 = $2)
  where key_sha256 = $1`;

const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz';

/** The UUID in a public id, as hex digits. */
function uuidOf(publicId: string): string {
  const digits = [...(publicId.split('_').at(-1) ?? '')].map((digit) => BigInt(BASE_32.indexOf(digit)));
  const value = digits.reduce((sum, digit) => sum * 32n + digit, 0n);
  return value.toString(16).padStart(32, '0');
}

/** The public id of a row with this UUID. */
function publicId(prefix: 'key' | 'ws', uuid = ''): string {
  let value = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let digits = '';
  for (; digits.length < 26; value /= 32n) digits = `${BASE_32[Number(value % 32n)]}${digits}`;
  return `${prefix}_${digits}`;
}

/** Neighbours of one plan together: a command takes longer to start than to make them. */
function runsOf(plans: readonly PlanName[]): readonly { readonly plan: PlanName; readonly count: number }[] {
  const runs: { readonly plan: PlanName; count: number }[] = [];
  for (const plan of plans) {
    const last = runs.at(-1);
    if (last?.plan === plan) last.count += 1;
    else runs.push({ plan, count: 1 });
  }
  return runs;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
