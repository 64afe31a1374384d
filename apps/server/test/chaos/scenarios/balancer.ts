import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { missingCeph } from '../../media/start-ceph.ts';
import { hasNginx, NGINX_ENV } from '../../nginx.ts';
import { nginxArguments } from '../../shipped-nginx.ts';
import { withDeployment } from '../deployment.ts';
import { hostFiles } from '../host-files.ts';
import { judgeHosting } from '../judge-media.ts';
import { makeBucket } from '../media-places.ts';
import { startMediaRelay } from '../media-relay.ts';
import { createRandom } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { serverPort } from '../server-port.ts';
import { TIMEOUT_FACTOR } from '../timeout-factor.ts';
import { within } from '../within.ts';
import { NETWORKS } from '../world.ts';

const SERVERS = 3;
const KILLS = 150;
const MAX_MS_PER_KILL = 30_000;
/**
 * From the start of a server to the kill of the next one. nginx leaves a server that was away for 2
 * s (`fail_timeout`, which it counts in whole seconds), and answers 502 while it leaves all. A
 * network outlasts that, as it is asked for a file again for 5 s; here it is asked for a quarter of
 * a second.
 */
const PAUSE_MS = [3_000, 4_500] as const;
const CHECK_EVERY_MS = 200;
/** All of them fit into the sandbox. */
const FILES_PER_KILL = 5;

/** Says why it cannot run here; null when it can. */
export function missingForBalancer(): string | null {
  return hasNginx ? missingCeph() : 'not installed: apt-get install nginx';
}

/**
 * Servers that share a database and a bucket and no disk, behind one nginx with the shipped file.
 */
export const balancer: Scenario = {
  name: 'balancer',
  about: 'three servers with a bucket behind nginx, killed in turn; callers know one address (--kills)',
  parts: ['in turn'],
  async run(part, options) {
    const missing = missingForBalancer();
    if (missing) throw new Error(missing);
    const { servers = SERVERS, kills = KILLS, mutants } = options;
    const random = createRandom(options.seed);
    const startedAt = Date.now();
    const folder = await mkdtemp(path.join(tmpdir(), 'fanfare-chaos-balancer-'));
    const port = await serverPort();
    const address = `http://127.0.0.1:${port}`;
    let nginx: ChildProcess | null = null;
    const place = await makeBucket();
    // For files that callers host themselves; ours are behind nginx.
    const relay = await startMediaRelay();
    try {
      return await withDeployment(
        {
          ...{ servers, mutants, networks: NETWORKS },
          environment: { ...place.environment, BASE_URL: address, TRUST_PROXY: '1' },
          serverOptions: { jobs: false, deletesMedia: true },
          stateFolder: folder,
          async balance(urls) {
            const hosts = urls.map((url) => new URL(url).host);
            nginx = spawn('nginx', nginxArguments(folder, { port, servers: hosts }), {
              ...{ env: NGINX_ENV, stdio: 'ignore' },
            });
            await within('nginx', () =>
              fetch(address).then(
                () => true,
                () => null,
              ),
            );
            return address;
          },
        },
        async (deployment) => {
          const { fleet } = deployment;
          relay.serve(fleet.slots);
          const endAt = Date.now() + (kills * MAX_MS_PER_KILL + 20_000) * TIMEOUT_FACTOR;
          const isOver = () => fleet.counts.kills >= kills || Date.now() > endAt;
          let next = 0;
          // Beside the looks, each of which takes longer the more files there are.
          const killInTurn = async (): Promise<void> => {
            let killAfter = 0;
            for (; !isOver(); await sleep(CHECK_EVERY_MS)) {
              const isDown = fleet.slots.some((slot) => !slot.isUp());
              const isDue = !isDown && Date.now() > killAfter;
              if (isDue) fleet.kill(next++ % servers);
              // A server may be up again before the next check.
              if (isDown || isDue) killAfter = Date.now() + random.whole(...PAUSE_MS);
            }
          };
          const hosting = hostFiles(deployment, {
            ...{ place, relay, random, isOver },
            mostFiles: () => FILES_PER_KILL * (fleet.counts.kills + 1),
            progress: (files) => {
              if (files % 50 === 0) options.progress(`${fleet.counts.kills} of ${kills} kills, ${files} files`);
            },
          });
          const [hosted] = await Promise.all([hosting, killInTurn()]);
          await fleet.ready();
          return judgeHosting(deployment, {
            ...{ place, ...hosted, startedAt },
            what: { scenario: 'balancer', label: part, seed: options.seed },
            notes: `${servers} servers, ${next} kills in turn`,
            violations: next < kills ? [`only ${next} of ${kills} kills`] : [],
          });
        },
      );
    } finally {
      (nginx as ChildProcess | null)?.kill();
      await relay.close();
      await place.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
