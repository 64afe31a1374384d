import type { ListSpacesResponse } from '@fanfare/contract';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';
import { hubAccount } from './hub-people.ts';

/** Hubs together take half of it. */
const server = useServer({ env: { TARGETS_IN_FLIGHT: '4' } });
afterEach(() => server.sandbox.release());

test('each space of an account on a hub counts towards what hubs may have in progress together', async () => {
  const slow = await hubAccount(server, 'wordpress');
  const other = await hubAccount(server, 'micropub');
  const { body } = await other.project.call<ListSpacesResponse>('GET', `/api/v1/accounts/${other.account.id}/spaces`);
  const platforms = body.spaces.slice(0, 2).map(({ slug }) => ({
    ...{ platform: 'hub' as const, accountId: other.account.id, spaceSlug: slug },
  }));
  expect(platforms).toHaveLength(2);
  await server.sandbox.hold('before', { network: 'hub', role: 'wordpress', times: 1_000 });
  const waiting = slow.target({ content: 'Slow' });
  await until(async () =>
    (await server.sandbox.requests('hub')).some(({ status, role }) => role === 'wordpress' && status === null)
      ? true
      : null,
  );

  const both = await other.project.publish({ content: 'In two spaces', platforms });
  expect([both.status, both.text]).toEqual([429, expect.stringContaining('Too many publishes are in progress')]);
  const one = await other.project.publish({ content: 'In one space', platforms: platforms.slice(0, 1) });
  expect(one.status).toBe(201);

  await server.sandbox.release();
  expect((await waiting).status).toBe('published');
  expect((await other.project.publish({ content: 'In two spaces', platforms })).status).toBe(201);
});
