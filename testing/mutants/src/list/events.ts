import { mutantsOf } from '../mutant.ts';

/** Events. */
export const EVENTS = [
  ...mutantsOf('Every target that settles has exactly one', [
    [
      'a target has its event while its first comment is outstanding',
      'apps/server/src/events/emit-ends.ts',
      'where t.done and w.type is not null',
      'where w.type is not null',
      'apps/server/test/events/exactly-once.test.ts',
    ],
  ]),
  ...mutantsOf('Each event arrives at least once', [
    [
      'two servers attempt one delivery',
      'apps/server/src/events/webhooks/due-deliveries.table.ts',
      "const FREE = '(d.lease_expires_at is null or d.lease_expires_at <= now())';",
      "const FREE = 'true';",
      'apps/server/test/events/webhooks/several-servers.test.ts',
    ],
  ]),
  ...mutantsOf('Receivers that hang delay no other project', [
    [
      'one project takes every slot of a server',
      'apps/server/src/events/webhooks/share-slots.ts',
      'Math.max(1, free / 2)',
      'slots',
      'apps/server/test/events/webhooks/share-slots.test.ts',
    ],
  ]),
  ...mutantsOf('A server that is killed holds a delivery', [
    [
      'a live server loses a delivery that its receiver answers slowly',
      'apps/server/src/events/webhooks/delivery-engine.ts',
      'if (leases.length > 0) await renewDeliveries(deps.db, leases, deps.leaseSeconds);',
      'if (leases.length < 0) await renewDeliveries(deps.db, leases, deps.leaseSeconds);',
      'apps/server/test/events/webhooks/leases.test.ts',
    ],
  ]),
  ...mutantsOf('A reader by position misses no event', [
    [
      'two relays work for one project, and give one position twice',
      'apps/server/src/events/event-positions.table.ts',
      "and ${isNotRestored('$2')} for update of event_positions skip locked",
      "and ${isNotRestored('$2')}",
      'apps/server/test/events/exactly-once.test.ts',
    ],
  ]),
];
