import { beforeAll, describe, expect, test } from 'vitest';
import { type EventDifference, findEventDifferences } from '../../../src/events/audit-events.table.ts';
import { toPublicId } from '../../../src/process/ids.ts';
import { runFanfare } from '../../operator/cli/run-fanfare.ts';
import { useReceivers } from './receivers.ts';
import { after, isDelivered, useWebhooks } from './use-webhooks.ts';

const webhooks = useWebhooks();
const receivers = useReceivers();
const { server } = webhooks;

/**
 * A webhook with a delivered event, and one of which the next attempt is an hour away. No server
 * changes it any more.
 */
beforeAll(async () => {
  const receiver = await receivers.open(200, 500);
  const hook = await webhooks.create({ url: receiver.url });
  await webhooks.delivery(hook, await webhooks.event(hook), isDelivered);
  await webhooks.delivery(hook, await webhooks.event(hook), after(1));
  await server.halt();
  await server.db.query({
    text: "update webhook_deliveries set next_attempt_at = now() + interval '1 h' where state = 'pending'",
  });
});

/** Returns the differences after these statements, and rolls them back. */
async function differencesAfter(statements: readonly string[]): Promise<readonly EventDifference[]> {
  const rollback = new Error('rolled back');
  let found: readonly EventDifference[] = [];
  const work = server.db.transaction(async (tx) => {
    for (const text of statements) await tx.query({ text });
    found = await findEventDifferences(tx);
    throw rollback;
  });
  await expect(work).rejects.toBe(rollback);
  return found;
}

type Subject = (id: { event: string; delivery: string; webhook: string }) => string;

const ofEvent: Subject = ({ event: id }) => `event:${id}`;
const ofDelivery: Subject = ({ delivery }) => `delivery:${delivery}`;
/** The one that was delivered. */
const IT = `(select event_id from webhook_deliveries where state = 'delivered')`;
const FREE = 'alter table webhook_deliveries drop constraint pending_has_its_time';

const PLANTS: readonly (readonly [
  name: string,
  statements: readonly string[],
  subject: Subject,
  difference: Pick<EventDifference, 'check' | 'found' | 'expected'>,
])[] = [
  [
    'an event that no relay took',
    [`update events set position = null, body = null, occurred_at = '2026-11-01T00:00:00Z' where id = ${IT}`],
    ofEvent,
    { check: 'not_public', found: 'waits since 2026-11-01T00:00:00Z', expected: 'public' },
  ],
  [
    'a public event with an empty body',
    [`update events set body = '' where id = ${IT}`],
    ofEvent,
    { check: 'no_body', found: 'no body', expected: 'one, it is public' },
  ],
  [
    'an event after the last position of its project',
    [`update events set position = 9 where id = ${IT}`],
    () => 'positions',
    { check: 'position', found: 'an event at 9', expected: 'none after 2' },
  ],
  [
    'a delivery that waits without a due time',
    [FREE, `update webhook_deliveries set state = 'pending', next_attempt_at = null where state = 'delivered'`],
    ofDelivery,
    { check: 'no_due_time', found: 'pending without a time', expected: 'due at some time' },
  ],
  [
    'a webhook that gets nothing of what is due',
    [
      `update webhook_deliveries set next_attempt_at = '2026-11-01T00:00:00Z' where state = 'pending'`,
      `update webhook_attempts set at = at - interval '11 minutes'`,
    ],
    ({ webhook }) => `webhook:${webhook}`,
    { check: 'not_attempted', found: '1 due since 2026-11-01T00:00:00Z', expected: 'attempted' },
  ],
  [
    'a delivery that counts an attempt that is not stored',
    [`update webhook_deliveries set attempts = 2 where state = 'delivered'`],
    ofDelivery,
    { check: 'attempts', found: '2 counted', expected: '1 stored' },
  ],
  [
    'a delivery that is delivered without an attempt that succeeded',
    [`update webhook_attempts set error = 'not_2xx'`],
    ofDelivery,
    { check: 'not_delivered', found: 'delivered', expected: 'an attempt that succeeded' },
  ],
];

describe('fanfare audit of events', () => {
  test('finds nothing where everything agrees', async () => {
    expect(await differencesAfter([])).toEqual([]);
  });

  test('finds nothing where a webhook has more due than it takes', async () => {
    expect(
      await differencesAfter([`update webhook_deliveries set next_attempt_at = '2026-11-01' where state = 'pending'`]),
    ).toEqual([]);
  });

  test.each(PLANTS)('finds %s, and nothing else', async (_, statements, subject, difference) => {
    const { rows } = await server.db.query<{ projectId: string; delivery: string; event: string; webhook: string }>({
      text: `select project_id as "projectId", id as delivery, event_id as event, endpoint_id as webhook from webhook_deliveries where state = 'delivered'`,
    });
    const { projectId, ...ids } = rows[0]!;
    expect(await differencesAfter(statements)).toEqual([{ projectId, subject: subject(ids), ...difference }]);
  });

  test('prints its findings by the ids that callers use', async () => {
    await server.db.query({ text: `update webhook_deliveries set attempts = 2 where state = 'delivered'` });
    const { rows } = await server.db.query<{ projectId: string; id: string }>({
      text: `select project_id as "projectId", id from webhook_deliveries where state = 'delivered'`,
    });
    const { projectId, id } = rows[0]!;
    const { code, stdout } = await runFanfare(['audit'], { DATABASE_URL: server.databaseUrl });
    expect([code, stdout.split('\n')[1]]).toEqual([
      1,
      `${toPublicId('prj', projectId)}  attempts  ${toPublicId('dlv', id)}  2 counted  1 stored`,
    ]);
  });
});
