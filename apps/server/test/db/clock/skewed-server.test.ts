import type { ErrorBody } from '@fanfare/contract';
import { describe, expect, test } from 'vitest';
import type { Instance } from '../../harness.ts';
import { inMs } from '../../in-ms.ts';
import { createTestClock } from '../../test-clock.ts';
import { type Person, useServer } from '../../use-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A process whose clock is ahead of the database's by so much. */
const ahead = (ms: number) => {
  const clock = createTestClock();
  return { processClock: { ...clock, now: () => clock.now() + ms } };
};

// The first server is right; the tests never move its clock.
const server = useServer({ options: { ...ahead(0) }, metricsPort: 0 });

async function withServer(skewMs: number, work: (skewed: Instance) => Promise<void>): Promise<void> {
  const skewed = await server.startAnother({ options: ahead(skewMs) });
  try {
    await work(skewed);
  } finally {
    await skewed.halt();
  }
}

const at = (person: Person, skewed: Instance) => person.project.at(skewed.baseUrl);
const schedule = <Body = unknown>(person: Person, skewed: Instance, publishAt: string) =>
  at(person, skewed).publish<Body>({
    content: 'At its time',
    publishAt,
    platforms: [{ platform: person.account.platform, accountId: person.account.id }],
  });

const timesOf = async ({ account }: Person) => {
  const { rows } = await server.db.query({
    text: `select round(extract(epoch from ends_at - now()) / 86400)::int as ends, renew_at between now() and ends_at as renews_in_time
           from credentials c join accounts a on a.project_id = c.project_id and a.id = c.account_id
           where a.platform = $1 and a.platform_user_id = $2`,
    values: [account.platform, account.platformUserId],
  });
  return rows[0];
};

test('a server 70 days ahead expires no account whose token lives for 60 days', async () => {
  const ana = await server.person('linkedin');
  await withServer(70 * DAY_MS, async (skewed) => {
    await skewed.tick();
    expect(await ana.read()).toEqual(ana.account);
    const { body } = await at(ana, skewed).publish({
      content: 'Still here',
      platforms: [{ platform: 'linkedin', accountId: ana.account.id }],
    });
    expect(body.post.status).toBe('published');
  });
});

test.each([70, -70])('a server %i days ahead stores the true end of a credential', async (days) => {
  await withServer(days * DAY_MS, async (skewed) => {
    const project = (await server.createProject()).at(skewed.baseUrl);
    expect(await timesOf(await server.person('linkedin', { project }))).toEqual({ ends: 60, renews_in_time: true });
  });
});

describe('publishAt', () => {
  test('an hour from now is accepted by a server two hours ahead', async () => {
    const ana = await server.person('x');
    await withServer(2 * HOUR_MS, async (skewed) => {
      expect((await schedule(ana, skewed, inMs(HOUR_MS))).status).toBe(202);
    });
  });

  test('an hour ago is refused by a server two hours behind, with the current time', async () => {
    const ana = await server.person('x');
    await withServer(-2 * HOUR_MS, async (skewed) => {
      const { status, body } = await schedule<ErrorBody>(ana, skewed, inMs(-HOUR_MS));
      expect([status, body.error.code]).toEqual([400, 'invalid_request']);
      const [, reportedTime = ''] = /it is (\S+) now/.exec(body.error.message) ?? [];
      expect(Math.abs(Date.parse(reportedTime) - Date.now())).toBeLessThan(HOUR_MS);
    });
  });
});

test('the billed month is the database’s', async () => {
  const ana = await server.person('x');
  const before = await ana.project.usage();
  await withServer(70 * DAY_MS, async (skewed) => {
    expect(await at(ana, skewed).usage()).toEqual(before);
    await at(ana, skewed).publish({
      content: 'This month',
      platforms: [{ platform: 'x', accountId: ana.account.id }],
    });
  });
  expect(await ana.project.usage()).toMatchObject({ used: 1 });
});

describe('a server whose clock is off by more than a minute', () => {
  const readyz = async (url: string) => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };

  test.each([
    [90_000, 'ahead of'],
    [-90_000, 'behind'],
  ])('reports it at start, while it is ready, and in its metrics (%i ms)', async (skewMs, how) => {
    const logged = server.log().length;
    await withServer(skewMs, async (skewed) => {
      const line = JSON.parse(
        server
          .log()
          .slice(logged)
          .split('\n')
          .find((text) => text.includes('the clock of this server'))!,
      );
      expect(line).toMatchObject({
        level: 40,
        offsetSeconds: skewMs / 1_000,
        msg: `the clock of this server is ${how} the database's by more than a minute; the database's is used. Set the clock (NTP)`,
      });
      expect(await readyz(skewed.baseUrl)).toEqual([200, { status: 'ready', clockOffsetSeconds: skewMs / 1_000 }]);
      const text = await (await fetch(skewed.metricsUrl!)).text();
      const seconds = Number(/^fanfare_clock_offset_seconds (\S+)$/m.exec(text)?.[1]);
      expect(Math.round(seconds)).toBe(skewMs / 1_000);
    });
  });

  test('a smaller offset is not reported', async () => {
    const logged = server.log().length;
    await withServer(30_000, async (skewed) => {
      expect(server.log().slice(logged)).not.toContain('the clock of this server');
      expect(await readyz(skewed.baseUrl)).toEqual([200, { status: 'ready' }]);
    });
  });
});
