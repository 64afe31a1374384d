import type { CrashPoint } from '../crash-points.ts';
import { withDeployment } from '../deployment.ts';
import { hostFiles } from '../host-files.ts';
import { judgeHosting } from '../judge-media.ts';
import { makeFolder } from '../media-places.ts';
import { MEDIA_POINTS } from '../media-points.ts';
import { startMediaRelay } from '../media-relay.ts';
import { createRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';
import { NETWORKS } from '../world.ts';

const KILLS = 2_000;
const PARTS = 8;
const SERVERS = 4;
/** With those of a publish: claimed, before and after the public write. */
const POINTS = [...MEDIA_POINTS, 'C0', 'C5', 'C7'] as const;
const MAX_MS_PER_KILL = 4_000;
/** Beside the kills at points, one comes at any moment after so many looks. */
const LOOKS_PER_RANDOM_KILL = 4;
/** A chunk is written some thirty times for each file. */
const MAX_REACH = { 'bytes written': 30, other: 2 };

/**
 * Processes are killed around each step of a hosted file: announced, uploaded whole or in parts,
 * copied, checked, converted, used in posts to all networks, deleted by its owner and by the job,
 * which each server runs all the time. Another step of a file is one more point in
 * `media-points.ts`.
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
    const place = await makeFolder();
    const relay = await startMediaRelay();
    try {
      return await withDeployment(
        {
          ...{ servers, mutants, onCrash, networks: NETWORKS },
          environment: { ...place.environment, MEDIA_URL: relay.url },
          serverOptions: { jobs: false, waitScale: 60, deletesMedia: true },
        },
        async (deployment) => {
          const { fleet } = deployment;
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
          let reported = 0;
          const hosted = await hostFiles(deployment, {
            ...{ place, relay, random },
            isOver: () => (fleet.counts.kills >= wanted && (isShare || fewest() > 0)) || Date.now() > endAt,
            onLook(n) {
              const up = fleet.slots.filter((slot) => slot.isUp());
              if (n % LOOKS_PER_RANDOM_KILL === LOOKS_PER_RANDOM_KILL - 1 && up.length > 1)
                fleet.kill(random.pick(up).index);
            },
            progress(files) {
              if (fleet.counts.kills < reported + 20) return;
              reported = fleet.counts.kills;
              options.progress(`${reported} of ${wanted} kills, ${files} files`);
            },
          });
          await fleet.disarm();
          await fleet.ready();
          const points = [...crashes].map(([point, times]) => `${point} ${times}`).join(', ');
          return judgeHosting(deployment, {
            ...{ place, ...hosted, startedAt },
            what: { scenario: 'media', label: part, seed: options.seed },
            notes: `killed at: ${points}`,
            violations: fewest() === 0 && !isShare ? [`not killed at each point: ${points}`] : [],
          });
        },
      );
    } finally {
      await relay.close();
      await place.remove();
    }
  },
};
