import path from 'node:path';
import { fromPublicId } from '../../../server/src/process/ids.ts';
import { freePort } from '../free-port.ts';
import type { Installation } from '../installation/installation.ts';
import { startProgram } from '../installation/server-process.ts';
import { closedLoop } from '../load.ts';
import type { Absent, Contender } from '../measure.ts';
import { schedulingRows } from '../requests.ts';
import { CONTENDERS, installContenders } from './install.ts';
import { NO_REDIS, startRedis } from './redis.ts';

const NAME = "letmepost's work";

/** A server that does for a scheduled post what letmepost does: eight statements, each with its own commit, and a delayed job of BullMQ in Redis. */
export async function startLetmepostShape(
  { databaseUrl, projects }: Installation,
  clients: number,
): Promise<{ readonly contender: Contender | Absent; stop(): Promise<void> }> {
  installContenders();
  const redis = await startRedis();
  if (redis === null) return { contender: { name: NAME, skipped: NO_REDIS }, stop: async () => undefined };
  const port = await freePort();
  const keys = projects.map(({ id, apiKey, accountId }) => ({
    ...{ apiKey, projectId: id, accountId: fromPublicId('acc', accountId)! },
  }));
  const server = await startProgram(path.join(CONTENDERS, 'letmepost-shape.mjs'), port, {
    ...{ DATABASE_URL: databaseUrl, REDIS_PORT: String(redis.port), PORT: String(port), NODE_ENV: 'production' },
    KEYS: JSON.stringify(keys),
  });
  return {
    contender: {
      name: NAME,
      // Redis is a part of what a post costs.
      pids: () => [server.pid, redis.pid],
      run: (seconds) => closedLoop(server.url, { clients, seconds, next: schedulingRows(projects), status: 202 }),
    },
    async stop() {
      await server.stop();
      await redis.stop();
    },
  };
}
