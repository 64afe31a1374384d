import { afterEach, expect } from 'vitest';
import { startTestServer, type TestServer } from '../../harness.ts';
import { inMs } from '../../in-ms.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import type { TestDatabase } from '../../test-database.ts';
import { type Person, personOf } from '../../use-server.ts';

export const REFUSAL = 'This is not the database that servers last used';

type Start = (
  sweepMs: number,
  database?: () => Promise<TestDatabase>,
  platform?: 'x' | 'threads',
) => Promise<[TestServer, Person]>;

/** Starts servers, each with a person, that stop after the test. */
export function useStart(): Start {
  let open: TestServer[] = [];
  afterEach(async () => {
    for (const server of open) await server.stop();
    open = [];
  });

  return async (sweepMs, database, platform = 'x') => {
    let onSwept = (): void => undefined;
    const swept = new Promise<void>((resolve) => {
      onSwept = resolve;
    });
    const server = await startTestServer({ options: { timings: { sweepMs }, onSwept }, ...(database && { database }) });
    // What falls due from now on waits for a tick.
    await swept;
    open.push(server);
    return [server, await personOf(server, platform)];
  };
}

/** A post that waits for its time. */
export const schedule = async (ana: Person, content: string) =>
  (await ana.publish({ content, publishAt: inMs(3_600_000) })).body.post;

/** Makes a post due a minute ago. */
export async function makeDue({ db }: TestServer, content: string): Promise<void> {
  await db.query({
    text: `with post as (update posts set publish_at = now() - interval '1 min' where content = $1 returning id)
           update targets set run_at = now() - interval '1 min' where post_id in (select id from post)`,
    values: [content],
  });
}

/**
 * A backup is taken, a post is published, and the backup is loaded into the same database, where
 * the post waits again.
 */
export async function outliveRestore(
  [server, ana]: [TestServer, Person],
  backup: () => Promise<{ restore: () => Promise<void> }>,
): Promise<void> {
  const post = await schedule(ana, 'Once');
  await makeDue(server, 'Once');
  const { restore } = await backup();
  await server.tick();
  await ana.project.settled(post.id);
  await server.halt();
  await restore();
  expect((await server.db.query({ text: "select from targets where status = 'pending'" })).rowCount).toBe(1);

  for (const _ of [1, 2]) await expect(server.startAnother()).rejects.toThrow(REFUSAL);
  expect(await runFanfare(['recover', 'since', inMs(-60_000)], { DATABASE_URL: server.databaseUrl })).toMatchObject({
    code: 0,
    stdout: '1 target marked as outcome_unknown. The server may start on this database.\n',
  });
  const recovered = await server.startAnother();
  await recovered.tick();
  expect((await ana.project.at(recovered.baseUrl).settled(post.id)).targets).toMatchObject([
    { status: 'failed', errorDetail: { code: 'outcome_unknown' } },
  ]);
  expect(await ana.posts()).toHaveLength(1);
}
