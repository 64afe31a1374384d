import { type CrashPoint, POINTS } from './crash-points.ts';
import type { Deployment } from './deployment.ts';
import { HUBS, isHub } from './hubs.ts';
import { type RequestedPost, requestPost } from './load.ts';
import type { Random } from './random.ts';
import { type ChaosNetwork, NETWORKS } from './world.ts';

/** One network, published to at once or on schedule. */
export type Lane = { readonly network: ChaosNetwork; readonly mode: 'immediate' | 'scheduled' };

const lanesOf = (networks: readonly ChaosNetwork[]): readonly Lane[] =>
  networks.flatMap((network) => [
    { network, mode: 'immediate' },
    { network, mode: 'scheduled' },
  ]);

export const LANES = lanesOf(NETWORKS);
export const HUB_LANES = lanesOf(HUBS);

export const nameOf = ({ network, mode }: Lane): string => `${network} ${mode}`;

/**
 * A project of a deployment for one network and timing: the project id shows whose targets reach a
 * checkpoint.
 */
export type OpenLane = Lane & {
  readonly crashes: Map<CrashPoint['point'], number>;
  readonly projectId: string;
  next(n: number): Promise<RequestedPost>;
};

export async function openLane(
  { world, urls, imageUrl }: Deployment,
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
    crashes: new Map(POINTS[network]!.map((point) => [point, 0])),
    projectId: await world.projectIdOf(apiKey),
    next(n) {
      const account = accounts[n % accounts.length]!;
      const inMs = mode === 'scheduled' ? { inMs: random.whole(300, 1_500) } : {};
      const what = { urls, project: { apiKey, accounts }, accounts: [account], imageUrl, timeoutMs: 60_000 };
      // A single image, a carousel, a text.
      if (isHub(network)) return requestPost({ ...what, ...inMs, images: [1, 3, 0][n % 3]! }, n);
      // Two thirds continue to the checkpoints of a comment.
      return requestPost({ ...what, ...inMs, isCommented: n % 3 > 0 }, n);
    },
  };
}

/** The checkpoint at which the lane crashed least often. */
export function nextCrashPoint(
  { crashes, projectId }: OpenLane,
  random: Random,
  maxReach: number,
): Omit<CrashPoint, 'action'> {
  const least = Math.min(...crashes.values());
  const point = random.pick([...crashes.keys()].filter((each) => crashes.get(each) === least));
  return { point, atReach: random.whole(1, maxReach), projectId };
}

export const crashesOf = ({ crashes }: OpenLane): number => [...crashes.values()].reduce((sum, n) => sum + n, 0);
