import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fromPublicId, type IdPrefix, ids, toPublicId } from '../../src/process/ids.ts';

const PREFIXES: readonly IdPrefix[] = ['ws', 'prj', 'key', 'acc', 'post', 'tgt'];

describe('a public id', () => {
  test('represents one UUID, in both directions', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...PREFIXES), (uuid, prefix) => {
        const id = toPublicId(prefix, uuid);
        expect(id).toMatch(new RegExp(`^${prefix}_[0-7][0-9a-hjkmnp-tv-z]{25}$`));
        expect(fromPublicId(prefix, id)).toBe(uuid);
      }),
    );
  });

  test('has one kind: under any other it is unknown', () => {
    const uuid = ids.uuid();
    for (const prefix of PREFIXES) {
      for (const other of PREFIXES)
        expect(fromPublicId(other, toPublicId(prefix, uuid)) === uuid).toBe(prefix === other);
    }
  });

  test.each([
    '',
    'acc',
    'acc_',
    '_01m7w4n5ntfm78mh9vvwca3vx0',
    'acc_01m7w4n5ntfm78mh9vvwca3vx',
    'acc_01m7w4n5ntfm78mh9vvwca3vx00',
    'acc_01M7W4N5NTFM78MH9VVWCA3VX0',
    'ACC_01m7w4n5ntfm78mh9vvwca3vx0',
    'acc_8zzzzzzzzzzzzzzzzzzzzzzzzz',
    'acc_01m7w4n5ntfm78mh9vvwca3vxi',
    'acc_01m7w4n5ntfm78mh9vvwca3vx\u0000',
    'acc__01m7w4n5ntfm78mh9vvwca3vx0',
    'acc-01m7w4n5ntfm78mh9vvwca3vx0',
    '01a1f7e9-3fb1-714f-9026-f25c8d37357d',
  ])('%j is unknown', (text) => {
    expect(fromPublicId('acc', text)).toBe(null);
  });

  test('any path segment is an id or unknown, never a failure', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const uuid = fromPublicId('acc', text);
        expect(uuid === null || toPublicId('acc', uuid) === text).toBe(true);
        expect(fromPublicId('acc', `acc_${text}`) === null || text.length === 26).toBe(true);
      }),
    );
  });
});

describe('new ids', () => {
  test('sort by creation time, also when the clock is set back', () => {
    const made = Array.from({ length: 1_000 }, () => ids.uuid());
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
    made.push(...Array.from({ length: 1_000 }, () => ids.uuid()));
    vi.restoreAllMocks();
    expect(made).toEqual(made.toSorted());
    expect(new Set(made).size).toBe(2_000);
    expect(made.every((uuid) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/.test(uuid))).toBe(true);
  });

  test('have random bits of their own each', () => {
    const random = Array.from({ length: 1_000 }, () => ids.uuid().slice(-10));
    expect(new Set(random).size).toBe(1_000);
  });
});
