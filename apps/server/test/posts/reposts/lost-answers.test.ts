import { afterEach, expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';
import { failedFor, repostedBy } from './expected-reposts.ts';
import { accountingOf, differences, postOfStranger, repostCalls, repostersOf, repostId } from './use-reposts.ts';

const server = useServer();
afterEach(async () => {
  await server.sandbox.removeFaults();
  expect(await differences(server)).toEqual([]);
});

const PATH = '/retweets$';
const MAY_BE_LIVE = /^outcome_unknown: The network was asked to repost, .* Send the same request again: /;

test.each([
  ['lost once', { action: 'drop_after', times: 1 }, 2],
  ['lost twice', { action: 'drop_after', times: 2 }, 3],
  ['replaced by a server error', { action: 'status_after', status: 503, times: 1 }, 2],
  ['never given', { action: 'drop_before', times: 1 }, 2],
  ['a server error without effect', { action: 'status', status: 500, times: 2 }, 3],
] as const)('an answer that is %s: sent again, reposted once, billed once', async (_name, fault, calls) => {
  const ana = await server.person('x');
  const { id } = await postOfStranger(server);
  await server.sandbox.fail({ network: 'x', path: PATH, ...fault });
  const reply = await repostId(ana, id);
  expect([reply.status, reply.body]).toEqual([
    200,
    { reposts: [{ ...repostedBy(ana.account), platformRepostId: expect.toBeOneOf([null, expect.any(String)]) }] },
  ]);
  expect(await repostCalls(ana)).toEqual(Array(calls).fill(id));
  expect(await repostersOf(server, id)).toEqual([ana.username]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});

test('answers that stay lost: it may be live, says so, and costs nothing until the next request finishes it', async () => {
  const ana = await server.person('x');
  const { id } = await postOfStranger(server);
  await server.sandbox.fail({ network: 'x', path: PATH, action: 'drop_after', times: 3 });
  const reply = await repostId(ana, id);
  expect(reply.body).toEqual({ reposts: [failedFor(ana.account, MAY_BE_LIVE)] });
  expect(await repostCalls(ana)).toHaveLength(3);
  expect(await accountingOf(server, ana)).toEqual({ reserved: [{ units: 1, state: 'released' }], ledger: [] });

  expect((await repostId(ana, id)).body).toEqual({ reposts: [repostedBy(ana.account, null)] });
  expect(await repostersOf(server, id)).toEqual([ana.username]);
  expect(await accountingOf(server, ana)).toEqual({
    reserved: [{ units: 1, state: 'billed' }],
    ledger: [{ units: 1 }],
  });
});

test('a definite refusal of a second send does not decide the first: it may be live', async () => {
  const ana = await server.person('x');
  const { id } = await postOfStranger(server);
  await server.sandbox.fail({ network: 'x', path: PATH, action: 'drop_after' });
  await server.sandbox.fail({ network: 'x', path: PATH, action: 'status', status: 429, body: {} });
  const reply = await repostId(ana, id);
  expect(reply.body.reposts).toEqual([failedFor(ana.account, MAY_BE_LIVE)]);
  expect(reply.body.reposts[0]!.error).toMatch(/X is receiving too many calls/);
  expect(await repostersOf(server, id)).toEqual([ana.username]);

  // And so it stays in later requests, until X answers that it is there.
  await server.sandbox.fail({ network: 'x', path: PATH, action: 'status', status: 429, body: {} });
  expect((await repostId(ana, id)).body.reposts).toEqual([failedFor(ana.account, MAY_BE_LIVE)]);
  expect((await repostId(ana, id)).body.reposts).toEqual([repostedBy(ana.account, null)]);
  expect(await ana.project.usage()).toMatchObject({ used: 1, reserved: 0 });
});
