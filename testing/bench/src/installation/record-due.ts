import { openCaller } from '../load.ts';
import { scheduling } from '../requests.ts';
import type { Request } from '../send-request.ts';
import type { Installation } from './installation.ts';

const AT_ONCE = 32;

/** From now until the last of so many posts is surely recorded. */
export const leadMs = (posts: number): number => 3_000 + posts * 5;

/** Schedules posts for these times through the API. Their text names the time. */
export async function recordDue(
  { server, projects }: Installation,
  dueAt: readonly number[],
  schedule: () => Request = scheduling(projects),
): Promise<void> {
  const caller = openCaller(server.url, AT_ONCE);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < dueAt.length) {
      const dueMs = dueAt[next++]!;
      const { body, ...request } = schedule();
      const publishAt = new Date(dueMs).toISOString();
      const content = `due ${dueMs} ${crypto.randomUUID()}`;
      const { status, text } = await caller.call({ ...request, body: { ...(body as object), content, publishAt } });
      if (status !== 202) throw new Error(`scheduling failed: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await caller.close();
  if (Date.now() > Math.min(...dueAt)) throw new Error('recording the posts took until they were due');
}
