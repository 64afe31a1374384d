import { describe, expect, it, test } from 'vitest';
import {
  eventCursor,
  readDeliveriesStart,
  readEventsStart,
  streamMessage,
  streamOpening,
  toDeliveryPage,
  toEventPage,
  WEBHOOK_REFUSALS,
} from '../src/index.ts';

describe('reading events goes on', () => {
  it.each([
    [undefined, null],
    [eventCursor(0), { position: 0 }],
    [eventCursor(4711), { position: 4711 }],
    ['evt_01m7w4nd6xe3k8yv9qkq3c2w8h', { eventId: 'evt_01m7w4nd6xe3k8yv9qkq3c2w8h' }],
  ])('after %j', (after, start) => {
    expect(readEventsStart(after)).toEqual({ ok: true, after: start });
  });

  it.each(['', 'x', '!', btoa('4711'), btoa('e-1'), btoa('e1.5'), btoa('e1e3'), btoa('d1.evt_1')])(
    'and not after %j',
    (after) => {
      expect(readEventsStart(after)).toEqual(WEBHOOK_REFUSALS.noSuchPlace());
    },
  );
});

describe('a page of events', () => {
  const rows = [1, 2, 3].map((position) => ({ position }));
  const page = (limit: number, after?: string) =>
    toEventPage(rows.slice(0, limit + 1), { limit, after }, (row) => row.position);

  it('ends with the cursor of its last event, also when it is the last page', () => {
    expect(page(2)).toEqual({ shown: rows.slice(0, 2), page: { hasMore: true, nextCursor: eventCursor(2) } });
    expect(page(3)).toEqual({ shown: rows, page: { hasMore: false, nextCursor: eventCursor(3) } });
  });

  it('that is empty gives back the cursor it was asked with', () => {
    const empty = (after?: string) => toEventPage([], { limit: 25, after }, () => 0);
    expect(empty('ZTQ3MTE')).toEqual({ shown: [], page: { hasMore: false, nextCursor: 'ZTQ3MTE' } });
    expect(empty()).toEqual({ shown: [], page: { hasMore: false, nextCursor: null } });
  });
});

test('a message of the stream has the cursor, the type and the body in one line', () => {
  expect(streamMessage({ position: 4711, type: 'post.failed', body: '{"id":"evt_1"}' })).toBe(
    'id: ZTQ3MTE\nevent: post.failed\ndata: {"id":"evt_1"}\n\n',
  );
});

test('a stream opens with the place at which it begins', () => {
  expect(streamOpening(0)).toBe(`id: ${eventCursor(0)}\n\n`);
  expect(streamOpening(0, 'eu1')).toBe(`id: eu1.${eventCursor(0)}\n\n`);
});

describe('deliveries are read newest first, from a place on', () => {
  const rows = ['c', 'b', 'a'].map((id, at) => ({ id, at: new Date(1000 - at) }));
  const isId = /^[a-z]$/;

  it('which the cursor of the page before names', () => {
    const { shown, page } = toDeliveryPage(rows, { limit: 2 }, (row) => row);
    expect(shown).toEqual(rows.slice(0, 2));
    expect(page.hasMore).toBe(true);
    expect(readDeliveriesStart({ cursor: page.nextCursor! }, isId)).toEqual({ ok: true, after: rows[1] });
    expect(toDeliveryPage(rows, { limit: 3 }, (row) => row).page).toEqual({ hasMore: false, nextCursor: null });
  });

  it.each([btoa('1000.a'), btoa('p1000.a'), btoa('d1000.A'), btoa('d.a'), '*', eventCursor(3)])(
    'and no cursor of another list: %j',
    (cursor) => {
      expect(readDeliveriesStart({ cursor }, isId)).toEqual(WEBHOOK_REFUSALS.noSuchCursor());
    },
  );
});
