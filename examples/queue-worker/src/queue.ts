import type { CreatePostRequest } from '@fanfare/sdk';
import { PgBoss } from 'pg-boss';

/** What a job of this app is: something to publish. */
export type Announcement = Pick<CreatePostRequest, 'content' | 'mediaItems' | 'platforms'>;

export const QUEUE = 'announcements';

/** The app's own job queue, in a schema of its own. Resolves when jobs can be sent and worked on. */
export async function openQueue(databaseUrl: string, schema = 'queue_worker_example'): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 3,
    schedule: false,
    // How soon somebody notices a worker that is gone.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', (error) => console.error(`queue: ${error.message}`));
  await boss.start();
  await boss.createQueue(QUEUE, {
    // A worker that is killed beats no more, and ten seconds later its job is somebody else's. A video may take minutes, so the time of a whole job says little.
    heartbeatSeconds: 10,
    expireInSeconds: 900,
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
  });
  return boss;
}
