import { describeFailure, findService } from '@fanfare/harness';
import { Fanfare } from '@fanfare/sdk';
import { databaseOf } from './database.ts';
import { publishAnnouncement } from './publish-announcement.ts';
import { type Announcement, openQueue, QUEUE } from './queue.ts';

/** A worker of the app: processes one job after the other until it is stopped. */
async function main(): Promise<void> {
  const service = findService(process.env);
  const fanfare = new Fanfare({ baseUrl: service.baseUrl, apiKey: service.apiKey });
  const boss = await openQueue(databaseOf(service), process.env.QUEUE_SCHEMA);

  await boss.work<Announcement>(QUEUE, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    if (!job) return;
    console.log(`takes “${job.data.content}”, attempt ${job.retryCount + 1}`);
    const outcome = await publishAnnouncement(fanfare, job);
    if ('refused' in outcome) console.log(`refused: ${outcome.refused}`);
    else {
      const state = outcome.replayed ? 'had been published already' : 'is published';
      console.log(`${outcome.postId} ${state}: ${[...outcome.published, ...outcome.failed].join(', ')}`);
    }
    // The queue stores it with the job.
    return outcome;
  });

  // A deployment stops workers with this signal: running jobs are finished first.
  process.once('SIGTERM', () => void boss.stop({ graceful: true, timeout: 300_000 }));
}

main().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});
