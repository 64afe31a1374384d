import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';
import { networkCalls } from './callbacks.ts';
import { removalsDone, uuidOf } from './dump.ts';

const server = useServer({ metricsPort: 0 });

async function metric(sample: string): Promise<number> {
  const text = await (await fetch(server.metricsUrl!)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${sample} `))
      ?.split(' ')[1] ?? 0,
  );
}

test('operators see what was removed and refused, without identifying anybody', async () => {
  const ana = await server.person('threads');
  await ana.publish({ content: 'Hello' });
  const connected = server.log().length;
  await networkCalls(server, ana, 'deauthorize', { forged: true });
  await networkCalls(server, ana, 'data-deletion');
  await removalsDone(server.db);
  await expect.poll(() => metric('fanfare_removals_total{platform="threads",source="data_deletion"}')).toBe(1);
  expect(await metric('fanfare_removal_refusals_total{platform="threads",reason="bad_signature"}')).toBe(1);
  expect(await metric('fanfare_oldest_removal_seconds')).toBe(0);

  const lines = server
    .log()
    .slice(connected)
    .split('\n')
    .filter((line) => line.includes('remov'));
  const entries = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg !== 'request');
  expect(
    entries.map(({ level, msg, platform, source, reason, accounts, targets, emptiedPosts }) => ({
      level,
      msg,
      platform,
      source,
      reason,
      accounts,
      targets,
      emptiedPosts,
    })),
  ).toEqual([
    {
      level: 40,
      msg: 'a removal callback was refused',
      platform: 'threads',
      source: 'deauthorize',
      reason: 'bad_signature',
    },
    { level: 30, msg: 'a removal was asked for', platform: 'threads', source: 'data_deletion' },
    {
      level: 30,
      msg: 'a profile was removed',
      platform: 'threads',
      source: 'data_deletion',
      accounts: 1,
      targets: 1,
      emptiedPosts: 1,
    },
  ]);
  for (const trace of [ana.account.platformUserId, ana.username, uuidOf(ana.account.id)])
    expect(server.log().slice(connected)).not.toContain(trace);
});

test('a waiting removal shows for how long', async () => {
  await server.db.query({
    text: `insert into removal_requests (id, code_sha256, platform, source, platform_user_id, connected_until, requested_at, taken_until)
           values (gen_random_uuid(), '\\x01', 'x', 'operator', '1', now(), now() - interval '10 min', now() + interval '1 min')`,
  });
  expect(await metric('fanfare_oldest_removal_seconds')).toBeGreaterThanOrEqual(600);
  await server.db.query({ text: 'update removal_requests set taken_until = null where completed_at is null' });
});
