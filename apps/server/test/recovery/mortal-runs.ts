import type { OAuthPlatform } from '@fanfare/contract';
import { afterAll, beforeAll } from 'vitest';
import type { Config } from '../../src/config.ts';
import type { Checkpoint } from '../../src/posts/checkpoint.ts';
import { type Person, type ServerOfFile, useServer } from '../use-server.ts';

type Options = {
  /** How many runs fall; one when absent. */
  readonly times?: number;
  /** The lease of the dead is not over before `bury`. */
  readonly keepsLease?: boolean;
  /** The run ends with an exception instead, as when the database is gone: what it held is let go of. */
  readonly throws?: boolean;
};

type Fall = Options & { readonly at: string; seen: number; fallen: number; readonly dead: (() => void)[] };

export type MortalRuns = {
  readonly server: ServerOfFile;
  /**
   * Ends runs of this person's targets at a checkpoint (`C4`, or `C4#2` for the second time it is passed) as a dead process would: without a word, keeping
   * whatever it held.
   */
  fell(person: Person, at: string, options?: Options): Promise<void>;
  /** How many runs of this person's have fallen. */
  fallen(person: Person): Promise<number>;
  /** The leases of the dead run out. */
  bury(person: Person): Promise<void>;
  /** The dead wake up where they fell and go on, as a frozen process does. Returns how many. */
  wake(person: Person): Promise<number>;
};

/** A server some of whose runs stop dead. Their leases are over at once, as if the dead process's minute had passed. */
export function useMortalRuns(settings: Partial<Config> = {}): MortalRuns {
  const falls = new Map<string, Fall>();
  const checkpoint: Checkpoint = async (name, { projectId, targetId }) => {
    const fall = falls.get(projectId);
    if (!fall || fall.fallen >= (fall.times ?? 1)) return;
    const [point, occurrence = '1'] = fall.at.split('#');
    if (point !== name || ++fall.seen < Number(occurrence)) return;
    fall.fallen++;
    const woken = fall.throws ? null : new Promise<void>((resolve) => fall.dead.push(resolve));
    if (!fall.keepsLease) await expire(targetId);
    if (!woken) throw new Error('This run ends here.');
    await woken;
  };
  const server = useServer({ ...settings, options: { timings: { sweepMs: 100 }, checkpoint } });
  // A picture LinkedIn still works on is posted again, and these tests count what is done twice.
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
    const dead = falls.get(projectId)?.dead ?? [];
    const count = dead.length;
    falls.delete(projectId);
    for (const rise of dead.splice(0)) rise();
    return count;
  };
  // A stop waits for what runs; the dead must not keep it waiting.
  afterAll(() => {
    for (const projectId of [...falls.keys()]) release(projectId);
  });
  return {
    server,
    async fell(person, at, options = {}) {
      falls.set(await projectOf(person), { ...options, at, seen: 0, fallen: 0, dead: [] });
    },
    fallen: async (person) => falls.get(await projectOf(person))?.fallen ?? 0,
    async bury(person) {
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

/** A post of this person, sent by a caller who may never hear of it; read once it has settled, its first comment included. */
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
