import type { Usage } from '@fanfare/contract';
import { expect, test } from 'vitest';
import type { Project } from '../harness.ts';
import { createTestClock } from '../test-clock.ts';
import { useServer } from '../use-server.ts';

const clock = createTestClock();
// What is remembered ages by the clock that the tests move.
const server = useServer({ clock, options: { monotonicMs: clock.now } });

const usage = async (project: Project): Promise<Usage> => {
  const reply = await project.call<Usage>('GET', '/api/v1/usage');
  expect(reply.status).toBe(200);
  return reply.body;
};

/** The server's current month, computed separately. */
function month(offset = 0): { periodStart: string; periodEnd: string } {
  const now = new Date(server.clock.now());
  const at = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString();
  return { periodStart: at(offset), periodEnd: at(offset + 1) };
}

test('another plan applies a second later, to what was used before', async () => {
  const project = await server.createProject('free');
  const person = await server.person('threads', { project });
  await person.publish({ content: 'First.' });
  await server.db.query({
    text: "update projects set plan = 'pro' where id = (select project_id from accounts where username = $1)",
    values: [person.username],
  });
  server.clock.advance(1_000);
  expect(await usage(project)).toEqual({
    plan: 'pro',
    ...month(),
    included: 5_000,
    used: 1,
    reserved: 0,
    remaining: 4_999,
    overage: true,
  });
});

// Last in the file: the clock does not go back.
test('a new month begins with nothing used', async () => {
  const project = await server.createProject('free');
  const person = await server.person('threads', { project });
  await person.publish({ content: 'Before.' });
  const before = await usage(project);
  server.clock.advance(Date.parse(before.periodEnd) - server.clock.now() - 60_000);
  expect(await usage(project)).toEqual(before);
  server.clock.advance(60_000);
  expect(await usage(project)).toEqual({
    ...before,
    periodStart: before.periodEnd,
    periodEnd: month().periodEnd,
    used: 0,
    remaining: 100,
  });
});
