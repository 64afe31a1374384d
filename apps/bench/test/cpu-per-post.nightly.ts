import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cpuOfPostgres } from '../src/events/cpu-of-postgres.ts';
import { median } from '../src/figures.ts';
import { type Installation, startInstallation } from '../src/installation/installation.ts';
import { closedLoop } from '../src/load.ts';
import { cpuOf } from '../src/processes.ts';
import { scheduling } from '../src/requests.ts';

const ROUNDS = 7;
const SECONDS = 2;
const CLIENTS = 16;
/** A regression beyond noise. */
const MARGIN = 1.25;

/** CPU time of a scheduled post by that of the reference loop, as measured when it last changed. */
const { scheduledPost } = JSON.parse(readFileSync(new URL('./recorded.json', import.meta.url), 'utf8')) as {
  scheduledPost: number;
};

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation();
});
afterAll(() => installation.stop());

/** CPU time of work that never changes, in microseconds: JSON and hashes, as requests have them. It follows the speed of the machine. */
function referenceLoop(): number {
  const post = { content: 'The harbour opens at nine', platforms: [{ platform: 'x', accountId: 'acc_1' }] };
  const before = process.cpuUsage();
  for (let n = 0; n < 20_000; n++)
    createHash('sha256')
      .update(JSON.stringify(JSON.parse(JSON.stringify({ ...post, n }))))
      .digest();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

async function cpuOfPost(): Promise<number> {
  const { server, postmaster, projects } = installation;
  const read = (): number => cpuOf(server.pid) + cpuOfPostgres(postmaster, 0);
  const before = read();
  const load = { clients: CLIENTS, seconds: SECONDS, next: scheduling(projects), status: 202 };
  const { done } = await closedLoop(server.url, load);
  return (read() - before) / done!;
}

test('a scheduled post costs at most a quarter more CPU time than recorded, by a reference loop of the same run', async () => {
  await cpuOfPost();
  referenceLoop();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) ratios.push((await cpuOfPost()) / (referenceLoop() / 1_000));
  console.log(
    `scheduled post: ${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}), recorded ${scheduledPost}`,
  );
  expect(median(ratios)).toBeLessThanOrEqual(scheduledPost * MARGIN);
});
