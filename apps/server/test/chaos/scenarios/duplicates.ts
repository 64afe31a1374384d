import { randomUUID } from 'node:crypto';
import { withDeployment } from '../deployment.ts';
import { judge } from '../oracle.ts';
import { toRunResult } from '../run-result.ts';
import type { Scenario } from '../scenario.ts';

const AT_ONCE = 1_000;

/** Concurrent requests with one key at all servers. */
export const duplicates: Scenario = {
  name: 'duplicates',
  about: '1,000 requests at once with one key and mixed bodies, over two servers (--rounds, --targets at once)',
  parts: ['one key'],
  run(label, options) {
    const rounds = options.rounds ?? 20;
    const atOnce = options.targets ?? AT_ONCE;
    const startedAt = Date.now();
    const { servers = 2, mutants } = options;
    const environment = { PUBLISHES_IN_FLIGHT_PER_PROJECT: '5000', TARGETS_IN_FLIGHT: '5000' };
    return withDeployment({ servers, mutants, networks: ['threads'], environment }, async (deployment) => {
      const { world, fleet, urls, project } = deployment;
      const violations: string[] = [];
      const slowest: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const key = randomUUID();
        const marker = randomUUID();
        const platforms = project.accounts.map(({ platform, id }) => ({ platform, accountId: id }));
        const replies = await Promise.all(
          Array.from({ length: atOnce }, async (_, n) => {
            const begun = performance.now();
            const response = await fetch(`${urls[n % urls.length]}/api/v1/posts`, {
              method: 'POST',
              headers: { Authorization: `Bearer ${project.apiKey}`, 'Content-Type': 'application/json' },
              // Every third request differs slightly.
              body: JSON.stringify({
                idempotencyKey: key,
                content: `${n % 3 === 0 ? 'Other. ' : ''}[m-${marker}]`,
                platforms,
              }),
            });
            const { post } = (await response.json()) as { post?: { id: string } };
            return { status: response.status, id: post?.id ?? 'none', ms: performance.now() - begun };
          }),
        );
        const count = (status: number) => replies.filter((reply) => reply.status === status).length;
        const posts = new Set(replies.map(({ id }) => id));
        if (count(201) !== 1 || count(200) !== atOnce - 1 || posts.size !== 1) {
          const statuses = [...new Set(replies.map(({ status }) => status))].map(
            (status) => `${count(status)} × ${status}`,
          );
          violations.push(`round ${round}: ${statuses.join(', ')}; ${posts.size} posts`);
        }
        slowest.push(
          percentile(
            replies.map(({ ms }) => ms),
            0.99,
          ),
        );
        options.progress(`round ${round + 1} of ${rounds}: p99 ${Math.round(slowest.at(-1)!)} ms`);
      }
      const judgement = await judge(world, fleet, { requested: [], boundMs: 30_000, lingerMs: 500 });
      if (judgement.targets !== rounds) violations.push(`${judgement.targets} targets for ${rounds} keys`);
      const notes = `${rounds} × ${atOnce} requests, p99 ${Math.round(Math.max(...slowest))} ms at worst`;
      const what = { scenario: 'duplicates', label, seed: options.seed, startedAt };
      return toRunResult({ ...what, fleet: fleet.counts, judgement, violations, notes });
    });
  },
};

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
