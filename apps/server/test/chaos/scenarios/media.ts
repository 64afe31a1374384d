import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '../crash-points.ts';
import { withDeployment } from '../deployment.ts';
import { judgeMedia, readyWithoutBytes } from '../judge-media.ts';
import { type HostedFile, hostOne } from '../media-load.ts';
import { MEDIA_POINTS } from '../media-points.ts';
import { startMediaRelay } from '../media-relay.ts';
import { judge } from '../oracle.ts';
import { createRandom } from '../random.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';
import { NETWORKS, type World } from '../world.ts';

const KILLS = 2_000;
const PARTS = 8;
const SERVERS = 4;
const WIDTH = 8;
/** With those of a publish: claimed, before and after the public write. */
const POINTS = [...MEDIA_POINTS, 'C0', 'C5', 'C7'] as const;
const MAX_MS_PER_KILL = 4_000;
/** Beside the kills at points, some come at any moment. */
const RANDOM_EVERY_MS = 2_400;
/** A chunk is written some thirty times for each file. */
const MAX_REACH = { 'bytes written': 30, other: 2 };

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
 * Processes are killed around each step of a hosted file: announced, uploaded whole or in parts,
 * copied, checked, converted, used in posts to all networks, deleted by its owner and by the job, which each
 * server runs all the time. Another step of a file is one more point in `media-points.ts`.
 */
export const media: Scenario = {
  name: 'media',
  about: 'kill -9 at each step of a hosted file and at any moment; no byte, row, use or file is lost (--kills in all)',
  parts: Array.from({ length: PARTS }, (_, i) => `part ${i + 1}`),
  async run(part, options) {
    const { servers = SERVERS, mutants } = options;
    const wanted = Math.ceil((options.kills ?? KILLS) / PARTS);
    const random = createRandom(options.seed + PARTS * Number(part.split(' ')[1]));
    const startedAt = Date.now();
    const crashes = new Map<CrashPoint['point'], number>(POINTS.map((point) => [point, 0]));
    const onCrash = ({ point }: CrashPoint) => crashes.set(point, (crashes.get(point) ?? 0) + 1);
    const fewest = () => Math.min(...crashes.values());
    const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-chaos-media-'));
    const relay = await startMediaRelay();
    try {
      return await withDeployment(
        {
          ...{ servers, mutants, onCrash, networks: NETWORKS },
          environment: { MEDIA_DIR: folder, MEDIA_URL: relay.url },
          serverOptions: { jobs: false, waitScale: 60, deletesMedia: true },
        },
        async ({ world, fleet, urls, project }) => {
          relay.serve(fleet.slots);
          fleet.arm(() => {
            const due = POINTS.filter((each) => crashes.get(each) === fewest());
            return due.map((point) => {
              const most = point === 'bytes written' ? MAX_REACH[point] : MAX_REACH.other;
              return { point, action: 'kill', atReach: random.whole(1, most) };
            });
          });
          const endAt = Date.now() + (wanted * MAX_MS_PER_KILL + 20_000) * TIMEOUT_FACTOR;
          // Each point at least once, where there are as many kills.
          const isShare = wanted < POINTS.length;
          const isOver = () => (fleet.counts.kills >= wanted && (isShare || fewest() > 0)) || Date.now() > endAt;
          const files: HostedFile[] = [];
          const bytesLost = new Set<string>();
          const aging = (async () => {
            for (let turn = 0; !isOver(); turn++) {
              await sleep(RANDOM_EVERY_MS / 4);
              await ageForgotten(world, files);
              for (const key of await readyWithoutBytes(world, folder)) bytesLost.add(key);
              const up = fleet.slots.filter((slot) => slot.isUp());
              if (turn % 4 === 3 && up.length > 1) fleet.kill(random.pick(up).index);
            }
          })();
          let n = 0;
          let reported = 0;
          const walk = async (): Promise<void> => {
            while (!isOver()) {
              files.push(await hostOne({ urls, project, relay, random }, n++));
              if (fleet.counts.kills < reported + 20) continue;
              reported = fleet.counts.kills;
              options.progress(`${reported} of ${wanted} kills, ${files.length} files`);
            }
          };
          await Promise.all([aging, ...Array.from({ length: WIDTH }, walk)]);
          await fleet.disarm();
          await fleet.ready();
          const requested = files.flatMap(({ post }) => post ?? []);
          const judgement = await judge(world, fleet, { requested, boundMs: 120_000 });
          const judged = await judgeMedia(world, folder, files, async () => {
            fleet.kill(0);
            await fleet.ready();
          });
          const points = [...crashes].map(([point, times]) => `${point} ${times}`).join(', ');
          const missing = fewest() === 0 && !isShare ? [`not killed at each point: ${points}`] : [];
          // A target that was killed too often may fail, but not for its file.
          const failed = Object.entries(judgement.codes).filter(([code]) => code.startsWith('media_'));
          const withoutFile = failed.map(([code, times]) => `lost file: ${times} targets failed with ${code}`);
          const what = { scenario: 'media', label: part, seed: options.seed, startedAt };
          const notes = `${judged.notes}; killed at: ${points}`;
          const violations = [...bytesLost, ...judged.violations, ...missing, ...withoutFile];
          return toRunResult({ ...what, fleet: fleet.counts, judgement, notes, violations });
        },
      );
    } finally {
      await relay.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
