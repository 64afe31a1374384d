import type { WebhookEvent } from '@fanfare/contract';
import { expect, test } from 'vitest';
import { allPublic, eventsOf, pageOf } from '../../events/read-events.ts';
import type { Instance, TestServer } from '../../harness.ts';
import { inMs } from '../../in-ms.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import type { Person } from '../../use-server.ts';
import { dumpRows, restoreClean, restoreData } from './logical-dump.ts';
import { useStart } from './outlive-restore.ts';

const start = useStart();

const recover = async ({ databaseUrl }: TestServer) =>
  expect(await runFanfare(['recover', 'since', inMs(-60_000)], { DATABASE_URL: databaseUrl })).toMatchObject({
    code: 0,
  });

/** Each has two events. */
async function publish(server: TestServer, ana: Person, at: Pick<Instance, 'baseUrl'>, posts: number): Promise<void> {
  const platforms = [{ platform: 'x' as const, accountId: ana.account.id }];
  for (let n = 0; n < posts; n++)
    await ana.project.at(at.baseUrl).publish({ content: `Post ${crypto.randomUUID()}`, platforms });
  await allPublic(server.db);
}

const idsOf = (events: readonly WebhookEvent[]): string[] => events.map(({ id }) => id);

/** The ids of so many events of a stream that goes on behind a cursor. */
async function streamed(
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  cursor: string,
  count: number,
): Promise<string[]> {
  const response = await fetch(`${baseUrl}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${apiKey}`, 'last-event-id': cursor },
  });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as WebhookEvent);
    if (events.length >= count && text.endsWith('\n\n')) return idsOf(events);
  }
  throw new Error('The stream ended.');
}

test('readers by position miss no event after a restore, also after a second one of the same backup', async () => {
  const [server, ana] = await start(600_000);
  await publish(server, ana, server, 2);
  const kept = idsOf(await eventsOf(ana.project));
  const dump = await dumpRows(server.databaseUrl);
  let instance: Instance = server;
  for (const life of ['the first', 'the second']) {
    // Read to the end of a life that the restore ends.
    await publish(server, ana, instance, 3);
    const project = ana.project.at(instance.baseUrl);
    const { nextCursor } = await pageOf(project, '?limit=100');
    const cursor = nextCursor!;
    await instance.halt();
    await restoreClean(server.databaseUrl, dump);
    await recover(server);

    instance = await server.startAnother();
    const again = ana.project.at(instance.baseUrl);
    const streaming = streamed({ baseUrl: instance.baseUrl, apiKey: again.apiKey }, cursor, 4);
    await publish(server, ana, instance, 2);
    const written = idsOf(await eventsOf(again)).filter((id) => !kept.includes(id));
    expect(written, life).toHaveLength(4);
    expect(idsOf((await pageOf(again, `?after=${cursor}`)).events), life).toEqual(written);
    expect(await streaming, life).toEqual(written);
  }
});

test('a server below which the database is restored makes nothing public before the recovery, and readers miss nothing of it', async () => {
  const [server, ana] = await start(600_000);
  const { project } = ana;
  await allPublic(server.db);
  const dump = await dumpRows(server.databaseUrl);
  await publish(server, ana, server, 3);
  const { nextCursor } = await pageOf(project, '?limit=100');
  await restoreData(server.databaseUrl, dump);

  // It has not noticed, and callers change accounts.
  const disconnect = async () => (await project.call('DELETE', `/api/v1/accounts/${ana.account.id}`)).status;
  // A server that read the keys while their rows were away refuses them until it reads them again.
  await expect.poll(disconnect, { interval: 50, timeout: 30_000 }).toBe(200);
  await recover(server);
  await allPublic(server.db);
  const after = await pageOf(project, `?after=${nextCursor}`);
  expect(after.events.map(({ type }) => type)).toEqual(['account.revoked']);
});
