import { afterEach, beforeEach, expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';

const server = useServer({ metricsPort: 0 });
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await server.db.query({ text: 'update credentials set renew_at = null, ends_at = null' });
});
afterEach(() => server.sandbox.removeFaults());

/** The samples of one metric, as Prometheus reads them. */
async function samples(name: string): Promise<string[]> {
  const text = await (await fetch(server.metricsUrl!)).text();
  return text.split('\n').filter((line) => line.startsWith(`${name}{`));
}

const pass = async (days: number): Promise<void> => {
  server.clock.advance(days * DAY_MS);
  await server.tick();
};

test('fanfare_accounts_ending: accounts that expire within a week, without those that renew themselves in time', async () => {
  await server.person('linkedin');
  await server.person('threads');
  await server.person('x');
  for (let day = 0; day < 50; day += 5) await pass(5);
  expect(await samples('fanfare_accounts_ending')).toEqual([]);
  await pass(4);
  expect(await samples('fanfare_accounts_ending')).toEqual(['fanfare_accounts_ending{platform="linkedin"} 1']);
  await pass(7);
  expect(await samples('fanfare_accounts_ending')).toEqual([]);
});

test('fanfare_accounts_ending: a network that does not renew for weeks shows a week before its accounts expire', async () => {
  await server.person('threads');
  await server.sandbox.fail({
    network: 'threads',
    path: 'refresh_access_token$',
    action: 'status',
    status: 503,
    times: 100_000,
  });
  await pass(52);
  expect(await samples('fanfare_accounts_ending')).toEqual([]);
  await pass(2);
  expect(await samples('fanfare_accounts_ending')).toEqual(['fanfare_accounts_ending{platform="threads"} 1']);
});

test('fanfare_renewals_total: by network and outcome, for publishes and the refresh job', async () => {
  const outcomes = async (platform: string) =>
    Object.fromEntries(
      (await samples('fanfare_renewals_total'))
        .filter((line) => line.includes(`platform="${platform}"`))
        .map((line) => [/outcome="(\w+)"/.exec(line)![1], Number(line.split(' ')[1])]),
    );
  const before = await outcomes('x');
  const [ana, ben] = [await server.person('x'), await server.person('x')];
  await pass(31);
  await ana.control('expire-tokens', { refresh: true });
  await pass(31);
  server.clock.advance(3 * 3_600_000);
  await server.sandbox.fail({ network: 'x', path: 'oauth2/token$', action: 'status', status: 503 });
  await ben.target({ content: 'Not now' });
  await ben.target({ content: 'Now' });
  const after = await outcomes('x');
  const moved = Object.fromEntries(
    Object.entries<number>(after).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
  expect(moved).toEqual({ renewed: 4, refused: 1, unavailable: 1 });
  expect(await outcomes('linkedin')).toEqual({ not_renewable: 2 });
});
