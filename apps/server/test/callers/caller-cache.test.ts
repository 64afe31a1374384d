import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashApiKey } from '../../src/callers/api-key.ts';
import type { Caller } from '../../src/callers/caller.ts';
import { startCallerCache } from '../../src/callers/caller-cache.ts';
import { createLogger } from '../../src/process/log/log.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const callerOf = (id: string, plan = 'free'): Caller => ({
  kind: 'key',
  ...{
    id,
    plan,
    projectId: `project of ${id}`,
    workspaceId: 'workspace',
    scope: 'all',
    expiresAt: null,
    isMoving: false,
  },
});

/**
 * A cache above a table of keys; `reads` names the statements that reached it. The clock of the
 * timers is also that of the cache.
 */
function useCache() {
  const rows = new Map<string, Caller>();
  const reads: string[] = [];
  let isAway = false;
  let answers: Promise<void> = Promise.resolve();
  const names = new Map<string, string>();
  const nameOf = (hash: Buffer): string => names.get(hash.toString('hex'))!;
  const find = async <T>(read: string, look: () => T): Promise<T> => {
    reads.push(read);
    if (isAway) throw new Error('The database is away.');
    const found = look();
    await answers;
    return found;
  };
  const cache = startCallerCache({
    log: createLogger('silent', () => undefined),
    monotonicMs: () => Date.now(),
    readCaller: (hash) => find(`one: ${nameOf(hash)}`, () => rows.get(nameOf(hash)) ?? null),
    readCallers: (hashes) =>
      find(`batch: ${hashes.map(nameOf).toSorted().join(' ')}`, () => {
        const found = hashes.flatMap((hash) => {
          const caller = rows.get(nameOf(hash));
          return caller ? [[hash.toString('hex'), caller] as const] : [];
        });
        return new Map(found);
      }),
  });
  return {
    ...{ rows, cache },
    find(name: string): Promise<Caller | null> {
      const hash = hashApiKey(name);
      names.set(hash.toString('hex'), name);
      return cache.find(hash);
    },
    away(away: boolean) {
      isAway = away;
    },
    /** From now on statements wait for this after they have read. */
    hold(until: Promise<void>) {
      answers = until;
    },
    /** The statements since the last call. */
    reads: () => reads.splice(0),
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a key is not read again while it is trusted, and neither is one that does not exist', async () => {
  const { cache, rows, find, reads } = useCache();
  rows.set('a', callerOf('a'));
  const both = () => Promise.all([find('a'), find('invented')]);
  expect(await both()).toEqual([callerOf('a'), null]);
  cache.stop();
  reads();
  await pass(999);
  expect(await both()).toEqual([callerOf('a'), null]);
  expect(reads()).toEqual([]);
  await pass(1);
  await both();
  expect(reads()).toEqual(['one: a', 'one: invented']);
});

test('a key is read once for all requests of a moment, and then together with the others in use', async () => {
  const { rows, find, reads } = useCache();
  for (const name of ['a', 'b']) rows.set(name, callerOf(name));
  const found = await Promise.all([find('a'), find('a'), find('b'), find('a')]);
  expect(found).toEqual(['a', 'a', 'b', 'a'].map((name) => callerOf(name)));
  expect(reads()).toEqual(['one: a', 'one: b']);
  for (let ms = 0; ms < 4_000; ms += 250) {
    await pass(250);
    expect(await find('a')).toEqual(callerOf('a'));
  }
  expect(new Set(reads())).toEqual(new Set(['batch: a b']));
});

test.each([
  ['revoked', (rows: Map<string, Caller>) => void rows.delete('a'), null],
  ['on another plan', (rows: Map<string, Caller>) => void rows.set('a', callerOf('a', 'scale')), 'scale'],
])('a key that is %s is known as such within a second, whenever that was', async (_, change, plan) => {
  for (let at = 0; at < 1_000; at += 100) {
    const { rows, cache, find } = useCache();
    rows.set('a', callerOf('a'));
    await find('a');
    await pass(at);
    await find('a');
    change(rows);
    await pass(1_000);
    expect((await find('a'))?.plan ?? null, `${at} ms`).toBe(plan);
    cache.stop();
  }
});

test('a key that does not exist is read once a second at most, and works within a second once it exists', async () => {
  const { rows, find, reads } = useCache();
  for (let ms = 0; ms < 1_000; ms += 100) {
    expect(await find('new')).toBeNull();
    await pass(100);
  }
  expect(reads()).toEqual(['one: new']);
  rows.set('new', callerOf('new'));
  expect(await find('new')).toEqual(callerOf('new'));
});

test('after a restore no key is trusted that was read before it, nor one that was being read', async () => {
  const { rows, cache, find, hold } = useCache();
  expect(await find('a')).toBeNull();
  let resolve = (): void => undefined;
  hold(new Promise((answer) => (resolve = answer)));
  const late = find('b');
  for (const name of ['a', 'b']) rows.set(name, callerOf(name));
  await pass(1);
  cache.clear();
  hold(Promise.resolve());
  expect([await find('a'), await find('b')]).toEqual([callerOf('a'), callerOf('b')]);
  resolve();
  expect(await late).toBeNull();
  expect(await find('b')).toEqual(callerOf('b'));
});

test('a server that cannot read trusts no key for longer than a second', async () => {
  const { rows, find, away } = useCache();
  rows.set('a', callerOf('a'));
  await find('a');
  away(true);
  await pass(999);
  expect(await find('a')).toEqual(callerOf('a'));
  await pass(1);
  await expect(find('a')).rejects.toThrow('The database is away.');
  away(false);
  expect(await find('a')).toEqual(callerOf('a'));
});

test('a request does not join a read that began more than a second ago, nor trust its late answer', async () => {
  const { rows, find, hold } = useCache();
  rows.set('a', callerOf('a'));
  let answer: () => void = () => undefined;
  hold(new Promise((resolve) => (answer = resolve)));
  const early = find('a');
  await pass(400);
  rows.delete('a');
  const joined = find('a');
  await pass(600);
  const late = find('a');
  answer();
  expect(await Promise.all([early, joined, late])).toEqual([callerOf('a'), callerOf('a'), null]);
  expect(await find('a')).toBeNull();
});

test('an answer that comes late does not replace a newer one', async () => {
  const { rows, find, hold } = useCache();
  rows.set('a', callerOf('a'));
  await find('a');
  let answer: () => void = () => undefined;
  hold(new Promise((resolve) => (answer = resolve)));
  await pass(500);
  rows.delete('a');
  hold(Promise.resolve());
  await pass(500);
  expect(await find('a')).toBeNull();
  answer();
  await pass(0);
  expect(await find('a')).toBeNull();
});

test('invented keys do not displace keys in use', async () => {
  const { rows, find, reads } = useCache();
  rows.set('a', callerOf('a'));
  await find('a');
  for (let i = 0; i < 20_000; i++) await find(`invented ${i}`);
  reads();
  expect(await find('a')).toEqual(callerOf('a'));
  expect(reads()).toEqual([]);
});

test('a key out of use costs nothing', async () => {
  const { rows, find, reads } = useCache();
  rows.set('a', callerOf('a'));
  await find('a');
  await pass(6_000);
  reads();
  await pass(60_000);
  expect(reads()).toEqual([]);
});
