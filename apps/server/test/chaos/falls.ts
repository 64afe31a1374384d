import type { OAuthPlatform } from '@fanfare/contract';
import type { CheckpointName } from '../../src/posts/checkpoint.ts';
import { type Arm, POINTS } from './arms.ts';
import { type Asked, ask } from './load.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import { NETWORKS } from './world.ts';

/** One network, published to at once or at its time. */
export type Lane = { readonly network: OAuthPlatform; readonly mode: 'immediate' | 'scheduled' };

export const LANES: readonly Lane[] = NETWORKS.flatMap((network) => [
  { network, mode: 'immediate' },
  { network, mode: 'scheduled' },
]);

export const nameOf = ({ network, mode }: Lane): string => `${network} ${mode}`;

/** A lane on a stage: a project of its own tells whose targets reach a checkpoint. */
export type OpenLane = Lane & {
  readonly falls: Map<CheckpointName, number>;
  readonly projectId: string;
  next(n: number): Promise<Asked>;
};

export async function openLane(
  { world, urls, imageUrl }: Stage,
  lane: Lane,
  options: { readonly accounts: number; readonly random: Random },
): Promise<OpenLane> {
  const { network, mode } = lane;
  const { random } = options;
  const apiKey = await world.createProject();
  const networks = Array.from({ length: options.accounts }, () => network);
  const accounts = await world.connect(urls[0]!, apiKey, networks);
  return {
    ...lane,
    falls: new Map(POINTS[network]!.map((point) => [point, 0])),
    projectId: await world.projectIdOf(apiKey),
    next(n) {
      const account = accounts[n % accounts.length]!;
      const inMs = mode === 'scheduled' ? { inMs: random.whole(300, 1_500) } : {};
      const what = { urls, project: { apiKey, accounts }, accounts: [account], imageUrl, timeoutMs: 60_000 };
      // Two of three go on to the checkpoints of a comment.
      return ask({ ...what, ...inMs, isCommented: n % 3 > 0 }, n);
    },
  };
}

/** Where the lane has fallen least often. */
export function nextArm({ falls, projectId }: OpenLane, random: Random, maxReach: number): Omit<Arm, 'action'> {
  const least = Math.min(...falls.values());
  const point = random.pick([...falls.keys()].filter((each) => falls.get(each) === least));
  return { point, atReach: random.whole(1, maxReach), projectId };
}

export const fallsOf = ({ falls }: OpenLane): number => [...falls.values()].reduce((sum, n) => sum + n, 0);
