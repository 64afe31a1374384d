import type { OAuthPlatform } from '@fanfare/contract';
import { afterAll, beforeAll } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import type { Checkpoint } from '../../../src/publishing/checkpoint.ts';
import { type Person, type ServerOfFile, useServer } from '../../use-server.ts';

type Options = {
  /** The number of runs to stop; one when absent. */
  readonly times?: number;
  /** The leases of stopped runs stay valid until `expireLeases`. */
  readonly keepsLease?: boolean;
  /**
   * The run ends with an exception instead, as when the database is down: its resources are
   * released.
   */
  readonly throws?: boolean;
};

type Kill = Options & { readonly at: string; seen: number; killed: number; readonly dead: (() => void)[] };

export type KillableRuns = {
  readonly server: ServerOfFile;
  /**
   * Stops runs of this person's targets at a checkpoint (`C4`, or `C4#2` for its second pass) as a
   * killed process would: silently, keeping everything it holds.
   */
  killAt(person: Person, at: string, options?: Options): Promise<void>;
  /** The number of stopped runs of this person. */
  killed(person: Person): Promise<number>;
  /** Expires the leases of stopped runs. */
  expireLeases(person: Person): Promise<void>;
  /**
   * Continues the stopped runs where they stopped, like a process that was frozen. Returns how
   * many.
   */
  wake(person: Person): Promise<number>;
};

/**
 * A server that can stop runs. Their leases expire at once, as if the dead process's minute had
 * passed.
 */
export function useKillableRuns(settings: Partial<Config> = {}): KillableRuns {
  const kills = new Map<string, Kill>();
  const checkpoint: Checkpoint = async (name, { projectId, targetId }) => {
    const kill = kills.get(projectId);
    if (!kill || kill.killed >= (kill.times ?? 1)) return;
    const [point, occurrence = '1'] = kill.at.split('#');
    if (point !== name || ++kill.seen < Number(occurrence)) return;
    kill.killed++;
    const woken = kill.throws ? null : new Promise<void>((resolve) => kill.dead.push(resolve));
    if (!kill.keepsLease) await expire(targetId);
    if (!woken) throw new Error('This run ends here.');
    await woken;
  };
  const server = useServer({ ...settings, options: { timings: { sweepMs: 100 }, checkpoint } });
  // A picture that LinkedIn still processes is posted again, and these tests count repetitions.
  beforeAll(() => server.sandbox.control('linkedin', 'processing', { kind: 'image', ms: 0 }));
  const expire = async (targetId: string): Promise<void> => {
    await server.db.query({
      text: 'update targets set lease_expires_at = now() where id = $1 and not done',
      values: [targetId],
    });
  };
  const projectOf = async ({ account }: Person): Promise<string> => {
    const { rows } = await server.db.query<{ project_id: string }>({
      text: 'select project_id from accounts where platform = $1 and platform_user_id = $2',
      values: [account.platform, account.platformUserId],
    });
    return rows[0]!.project_id;
  };
  const release = (projectId: string): number => {
    const dead = kills.get(projectId)?.dead ?? [];
    const count = dead.length;
    kills.delete(projectId);
    for (const resume of dead.splice(0)) resume();
    return count;
  };
  // A shutdown waits for running runs; stopped ones must not delay it.
  afterAll(() => {
    for (const projectId of [...kills.keys()]) release(projectId);
  });
  return {
    server,
    async killAt(person, at, options = {}) {
      kills.set(await projectOf(person), { ...options, at, seen: 0, killed: 0, dead: [] });
    },
    killed: async (person) => kills.get(await projectOf(person))?.killed ?? 0,
    async expireLeases(person) {
      const { rows } = await server.db.query<{ id: string }>({
        text: 'select id from targets where project_id = $1 and not done',
        values: [await projectOf(person)],
      });
      for (const { id } of rows) await expire(id);
    },
    wake: async (person) => release(await projectOf(person)),
  };
}

type Content = { content: string; mediaItems?: unknown[]; target?: { firstComment: string } };

/**
 * A post of this person, sent by a caller that may never get an answer; read once it and its first
 * comment have settled.
 */
export async function settledOf(person: Person, content: Content) {
  void person.publish(content, content.content).catch(() => undefined);
  let postId: string | undefined;
  while (!postId) {
    const { body } = await person.project.call<{ posts: { id: string; content: string }[] }>('GET', '/api/v1/posts');
    postId = body.posts.find((post) => post.content === content.content)?.id;
  }
  const settled = await person.project.settled(postId);
  return { post: settled, target: settled.targets[0]! };
}

/** Media with as many hidden steps as the network has. */
export function richMedia(server: ServerOfFile, platform: OAuthPlatform): unknown[] {
  const image = (name: string) => ({ type: 'image', url: server.sandbox.sample(name) });
  return platform === 'x' || platform === 'linkedin'
    ? [image('harbour.jpg')]
    : [image('harbour.jpg'), image('roastery.jpg')];
}

/** Waits, so that a continued run has had every chance to act. */
export const giveTimeToAct = () => new Promise((resolve) => setTimeout(resolve, 150));
