import type { CreatePostRequest } from '@fanfare/sdk';
import { PgBoss } from 'pg-boss';

/** A job of this app: something to publish. */
export type Announcement = Pick<CreatePostRequest, 'content' | 'mediaItems' | 'platforms'>;

export const QUEUE = 'announcements';

/** The app's own job queue, in its own schema. Resolves when jobs can be sent and processed. */
export async function openQueue(databaseUrl: string, schema = 'queue_worker_example'): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema,
    max: 3,
    schedule: false,
    // How soon a dead worker is noticed.
    superviseIntervalSeconds: 2,
    monitorIntervalSeconds: 2,
  });
  boss.on('error', (error) => console.error(`queue: ${error.message}`));
  await boss.start();
  await boss.createQueue(QUEUE, {
    // A killed worker sends no heartbeats, and ten seconds later another worker gets its job. A
    // video may take minutes, so a time limit for the whole job would not help.
    heartbeatSeconds: 10,
    expireInSeconds: 900,
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
  });
  return boss;
}
