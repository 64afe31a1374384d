import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { columns, describeFailure, findService, simulatedNetworks } from '@fanfare/harness';
import { Fanfare } from '@fanfare/sdk';
import type { PgBoss } from 'pg-boss';
import { databaseOf } from './database.ts';
import type { Outcome } from './publish-announcement.ts';
import { type Announcement, openQueue, QUEUE } from './queue.ts';

/** Sends three jobs, kills the worker of the first one, and shows the result. */
async function main(): Promise<void> {
  const service = findService(process.env);
  const fanfare = new Fanfare({ baseUrl: service.baseUrl, apiKey: service.apiKey });
  const networks = await simulatedNetworks(service);
  const boss = await openQueue(databaseOf(service), process.env.QUEUE_SCHEMA);
  const workers: ChildProcess[] = [];
  try {
    console.log('\n1  Three jobs for the queue\n');
    const accounts = await fanfare.accounts.list().toArray();
    const platforms = ['threads', 'x', 'linkedin'].flatMap((platform) => {
      const account = accounts.find((each) => each.platform === platform && each.status === 'active');
      return account ? [{ platform: account.platform, accountId: account.id }] : [];
    });
    const batch = randomBytes(2).toString('hex').toUpperCase();
    const jobIds: string[] = [];
    for (const bread of ['Rye', 'Stollen', 'Spelt']) {
      const job: Announcement = { content: `${bread} of batch ${batch} is ready.`, platforms };
      const id = await boss.send(QUEUE, job);
      if (id === null) throw new Error('The queue did not take the job.');
      jobIds.push(id);
      console.log(`   “${job.content}” has the key announcement-${id}`);
    }

    console.log('\n2  A worker is killed while it publishes\n');
    // X answers the first post slowly, so that the kill happens at the worst time: sent, and not
    // answered.
    await networks.slowNextOnX(5000);
    const first = startWorker('worker 1', workers);
    await isRecorded(fanfare, `Rye of batch ${batch} is ready.`);
    first.kill('SIGKILL');
    await once(first, 'close');
    console.log('   worker 1  killed: Fanfare has the post, the worker never heard of it');

    console.log('\n3  Another one takes over\n');
    startWorker('worker 2', workers);
    const jobs = await allDone(boss, jobIds);

    console.log('\n4  What came of it\n');
    console.log(
      columns(jobs.map(({ content, attempts, outcome }) => [content, `attempts: ${attempts}`, describe(outcome)])),
    );
    const posts = (await fanfare.posts.list().toArray({ atMost: 100 })).filter(({ content }) =>
      content.includes(batch),
    );
    const attempts = jobs.reduce((sum, job) => sum + job.attempts, 0);
    console.log(`\n   ${jobs.length} jobs, ${attempts} attempts, ${posts.length} posts\n`);
  } finally {
    for (const worker of workers) worker.kill('SIGTERM');
    await boss.stop({ graceful: false });
  }
}

/** Starts a worker as a separate process, and prints its output with its name. */
function startWorker(name: string, workers: ChildProcess[]): ChildProcess {
  const file = fileURLToPath(new URL('worker.ts', import.meta.url));
  const worker = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: worker.stdout }).on('line', (line) => console.log(`   ${name}  ${line}`));
  workers.push(worker);
  return worker;
}

async function isRecorded(fanfare: Fanfare, text: string): Promise<void> {
  for (;;) {
    const { posts } = await fanfare.posts.list({ limit: 5 });
    if (posts.some(({ content }) => content === text)) return;
    await sleep(50);
  }
}

type Done = { readonly content: string; readonly attempts: number; readonly outcome: Outcome };

async function allDone(boss: PgBoss, ids: readonly string[]): Promise<Done[]> {
  for (;;) {
    const jobs = (await Promise.all(ids.map((id) => boss.findJobs<Announcement>(QUEUE, { id })))).flat();
    if (jobs.some(({ state }) => state === 'failed')) throw new Error('A job has failed.');
    if (jobs.every(({ state }) => state === 'completed')) {
      // What the worker's handler returned.
      return jobs.map(({ data, retryCount, output }) => ({
        content: data.content ?? '',
        attempts: retryCount + 1,
        outcome: output as Outcome,
      }));
    }
    await sleep(200);
  }
}

const describe = (outcome: Outcome): string =>
  'refused' in outcome ? outcome.refused : `${outcome.postId}: ${[...outcome.published, ...outcome.failed].join(', ')}`;

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exitCode = 1;
});
