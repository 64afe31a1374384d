import type { OAuthPlatform } from '@fanfare/contract';
import type { SandboxControl } from '../sandbox-control.ts';
import type { Random } from './random.ts';

type Fault = Parameters<SandboxControl['fail']>[0];

/** The calls of each network that make a post or a comment public. */
const PUBLIC: Readonly<Record<OAuthPlatform, Pick<Fault, 'role' | 'method' | 'path'>>> = {
  instagram: { role: 'graph', method: 'POST', path: '/(media_publish|comments)$' },
  threads: { role: 'graph', method: 'POST', path: '/threads_publish$' },
  x: { role: 'api', method: 'POST', path: '^/2/tweets$' },
  linkedin: { role: 'api', method: 'POST', path: '^/rest/(posts|socialActions/[^/]+/comments)$' },
};
const ANY: Readonly<Record<OAuthPlatform, Pick<Fault, 'role'>>> = {
  instagram: { role: 'graph' },
  threads: { role: 'graph' },
  x: { role: 'api' },
  linkedin: { role: 'api' },
};

/**
 * Longer than a scaled timeout, shorter than the scaled time after which a container is sent again.
 */
const LATE_MS = { min: 1_600, max: 3_800 };
/** Number of faults queued ahead. */
const AHEAD = 24;

const MIX: readonly ((random: Random) => Omit<Fault, 'network'>)[] = [
  () => ({ action: 'drop_before' }),
  () => ({ action: 'drop_after' }),
  () => ({ action: 'drop_after' }),
  () => ({ action: 'status', status: 500 }),
  () => ({ action: 'status_after', status: 500 }),
  () => ({ action: 'status_after', status: 502, body: '<html>bad gateway</html>' }),
  () => ({ action: 'status', status: 429, headers: { 'Retry-After': '2' } }),
  (random) => ({ action: 'delay', delayMs: random.whole(LATE_MS.min, LATE_MS.max) }),
  (random) => ({ action: 'delay_after', delayMs: random.whole(LATE_MS.min, LATE_MS.max) }),
];

/**
 * Makes about `share` of the network calls fail in every way a network fails, half of them on the
 * public call, until stopped.
 */
export function injectFaults(
  sandbox: SandboxControl,
  mix: { readonly networks: readonly OAuthPlatform[]; readonly share: number; readonly random: Random },
): { stop(): Promise<number> } {
  let stopped = mix.share === 0;
  let queued = 0;
  let left = 0;

  const queueFaults = async (network: OAuthPlatform, where: Pick<Fault, 'role' | 'method' | 'path'>): Promise<void> => {
    // Each fault sees only the requests that earlier faults let through.
    let skip = 0;
    for (let n = 0; n < AHEAD; n++) {
      while (mix.random.next() >= mix.share) skip++;
      await sandbox.fail({ network, ...where, ...mix.random.pick(MIX)(mix.random), skip, times: 1 });
      queued++;
    }
  };
  const blocked = async (network: OAuthPlatform): Promise<void> => {
    // Meta's "action blocked" error for a post that is live.
    await sandbox.control(network, 'publish-error-after-effect', { times: 2 });
    queued += 2;
  };
  const refill = async (): Promise<void> => {
    const meta = mix.networks.filter((network) => network === 'instagram' || network === 'threads');
    for (let turn = 0; !stopped; turn++) {
      const waiting = await sandbox.waitingFaults();
      left = waiting.length;
      for (const network of mix.networks) {
        const own = waiting.filter((fault) => fault.network === network);
        const isPublic = (fault: { path: string }) => fault.path === PUBLIC[network].path;
        if (own.filter(isPublic).length < AHEAD / 2) await queueFaults(network, PUBLIC[network]);
        if (own.filter((fault) => !isPublic(fault)).length < AHEAD / 2) await queueFaults(network, ANY[network]);
      }
      if (turn % 20 === 0) for (const network of meta) await blocked(network);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    left = (await sandbox.waitingFaults()).length;
    await sandbox.removeFaults();
  };
  // A sandbox that is gone is reported at the end of the run.
  let broken: unknown = null;
  const refilling = stopped
    ? Promise.resolve()
    : refill().catch((error: unknown) => {
        broken = error;
      });
  return {
    /** Removes all faults; returns how many happened. */
    async stop() {
      stopped = true;
      await refilling;
      if (broken !== null) throw broken;
      return queued - left;
    },
  };
}
