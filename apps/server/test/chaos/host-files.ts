import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment } from './deployment.ts';
import { readyWithoutBytes } from './judge-media.ts';
import { type HostedFile, hostOne } from './media-load.ts';
import type { MediaPlace } from './media-places.ts';
import type { MediaRelay } from './media-relay.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const WIDTH = 8;
const LOOK_EVERY_MS = 600;

type Hosting = {
  readonly place: MediaPlace;
  readonly relay: MediaRelay;
  readonly random: Random;
  readonly isOver: () => boolean;
  /** Number of files that may be hosted up to now; without it, any. */
  readonly mostFiles?: () => number;
  /** Called when the judge has looked, for the n-th time. */
  readonly onLook?: (n: number) => void;
  readonly progress: (files: number) => void;
};

/** Every file that its owner forgot was made two days ago: the job deletes it. */
async function ageForgotten({ postgres }: World, files: readonly HostedFile[]): Promise<void> {
  const names = files.filter(({ end, known }) => end === 'forget' && known.at(-1) === 'ready').map(({ key }) => key);
  if (names.length === 0) return;
  for (const file of files) if (names.includes(file.key)) file.known.push('deleted');
  await postgres.query(
    `update media set created_at = created_at - interval '3 days', look_at = now() where idempotency_key = any($1)`,
    [names],
  );
}

/**
 * Hosts files until it is over, ages those that are forgotten, and looks for bytes that are lost
 * meanwhile.
 */
export async function hostFiles(
  { world, urls, project }: Deployment,
  { place, relay, random, isOver, mostFiles, onLook, progress }: Hosting,
): Promise<{ readonly files: readonly HostedFile[]; readonly bytesLost: readonly string[] }> {
  const files: HostedFile[] = [];
  const bytesLost = new Set<string>();
  const looking = (async () => {
    for (let turn = 0; !isOver(); turn++) {
      await sleep(LOOK_EVERY_MS);
      await ageForgotten(world, files);
      for (const key of await readyWithoutBytes(world, place.store)) bytesLost.add(key);
      onLook?.(turn);
    }
  })();
  let n = 0;
  const walk = async (): Promise<void> => {
    while (!isOver()) {
      if (mostFiles && n >= mostFiles()) {
        await sleep(LOOK_EVERY_MS);
        continue;
      }
      files.push(await hostOne({ urls, project, relay, random }, n++));
      progress(files.length);
    }
  };
  await Promise.all([looking, ...Array.from({ length: WIDTH }, walk)]);
  return { files, bytesLost: [...bytesLost] };
}
