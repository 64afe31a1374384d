import { expect, test } from 'vitest';
import { createKeyedSemaphore } from '../../src/process/semaphore.ts';

/** Runs everything that is ready to continue. */
const turns = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

const going = new AbortController().signal;

/** Work that ends when the test ends it, and the order in which it started. */
function work() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, () => (name.startsWith('bad') ? reject(new Error(name)) : resolve(name)));
    });
  return { begun, run, end: (name: string) => ends.get(name)!() };
}

test('so many run concurrently; the others wait, first come first served', async () => {
  const semaphore = createKeyedSemaphore(2);
  const { begun, run, end } = work();
  const all = ['a', 'b', 'c', 'd'].map((name) => semaphore.run('key', run(name), going));
  await turns();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await turns();
  expect(begun).toEqual(['a', 'b', 'c']);
  end('a');
  end('c');
  await turns();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('work that fails returns its permit', async () => {
  const semaphore = createKeyedSemaphore(1);
  const { begun, run, end } = work();
  const bad = semaphore.run('key', run('bad'), going);
  const next = semaphore.run('key', run('next'), going);
  await turns();
  end('bad');
  await expect(bad).rejects.toThrow('bad');
  await turns();
  expect(begun).toEqual(['bad', 'next']);
  end('next');
  expect(await next).toBe('next');
  // The permit is free again.
  void semaphore.run('key', run('later'), going);
  await turns();
  expect(begun).toEqual(['bad', 'next', 'later']);
});

test('work that throws synchronously returns its permit', async () => {
  const semaphore = createKeyedSemaphore(1);
  const thrown = semaphore.run(
    'key',
    () => {
      throw new Error('at once');
    },
    going,
  );
  await expect(thrown).rejects.toThrow('at once');
  expect(await semaphore.run('key', async () => 'done', going)).toBe('done');
});

test('never runs more than its permits, and completes everything', async () => {
  const semaphore = createKeyedSemaphore(3);
  let running = 0;
  let most = 0;
  const done = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      semaphore.run(
        'key',
        async () => {
          most = Math.max(most, ++running);
          for (let turn = 0; turn < i % 7; turn++) await Promise.resolve();
          running--;
          return i;
        },
        going,
      ),
    ),
  );
  expect([most, running, done.length]).toEqual([3, 0, 200]);
});

test('an aborted signal ends the wait: waiting work never starts, running work continues, and work with a permit still starts', async () => {
  const semaphore = createKeyedSemaphore(2);
  const { begun, run, end } = work();
  const stop = new AbortController();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => semaphore.run('key', run(name), stop.signal));
  await turns();
  stop.abort();
  expect(await Promise.all([c, d])).toEqual([null, null]);
  expect(await semaphore.run('key', run('e'), stop.signal)).toBe(null);
  end('b');
  expect(await b).toBe('b');
  const last = semaphore.run('key', run('f'), stop.signal);
  await turns();
  expect(begun).toEqual(['a', 'b', 'f']);
  end('a');
  end('f');
  expect(await Promise.all([a, last])).toEqual(['a', 'f']);
  // Aborted waiters are neither counted nor started.
  for (const name of ['x', 'y', 'z']) void semaphore.run('key', run(name), going);
  await turns();
  expect(begun).toEqual(['a', 'b', 'f', 'x', 'y']);
});

test('each key has its own permits', async () => {
  const semaphore = createKeyedSemaphore(1);
  const { begun, run, end } = work();
  const all = [semaphore.run('one', run('a')), semaphore.run('one', run('b')), semaphore.run('two', run('x'))];
  await turns();
  expect(begun).toEqual(['a', 'x']);
  end('a');
  await turns();
  end('b');
  end('x');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'x']);
});
