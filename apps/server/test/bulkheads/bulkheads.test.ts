import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBulkheads } from '../../src/posts/bulkheads.ts';

const limits = { targetsInFlight: 10, publishesInFlightPerProject: 2, writesInFlightPerAccount: 2 };

/** Lets everything that can go on go on. */
const turns = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe('room for a publish', () => {
  test('a project has so many at once, another project its own', () => {
    const bulkheads = createBulkheads(limits);
    const first = bulkheads.enter('one', 1);
    expect([first === null, bulkheads.enter('one', 1) === null]).toEqual([false, false]);
    expect(bulkheads.enter('one', 1)).toBe(null);
    expect(bulkheads.enter('two', 1)).not.toBe(null);
    first!.leave();
    expect(bulkheads.enter('one', 1)).not.toBe(null);
  });

  test('the instance has so many targets at once, whoever they belong to', () => {
    const bulkheads = createBulkheads(limits);
    const big = bulkheads.enter('one', 8)!;
    expect(bulkheads.enter('two', 3)).toBe(null);
    expect(bulkheads.enter('two', 2)).not.toBe(null);
    expect(bulkheads.targetsInFlight).toBe(10);
    expect(bulkheads.enter('three', 1)).toBe(null);
    big.leave();
    expect(bulkheads.targetsInFlight).toBe(2);
  });

  test('a post larger than the whole limit is let in when it is alone', () => {
    const bulkheads = createBulkheads({ ...limits, targetsInFlight: 3 });
    const alone = bulkheads.enter('one', 10)!;
    expect(alone).not.toBe(null);
    expect(bulkheads.enter('two', 1)).toBe(null);
    alone.leave();
    expect(bulkheads.enter('two', 1)).not.toBe(null);
  });

  test('leaving twice gives back once', () => {
    const bulkheads = createBulkheads(limits);
    const [one, two] = [bulkheads.enter('a', 4)!, bulkheads.enter('a', 4)!];
    one.leave();
    one.leave();
    expect(bulkheads.targetsInFlight).toBe(4);
    bulkheads.enter('a', 4);
    expect(bulkheads.enter('a', 1)).toBe(null);
    two.leave();
  });

  test('whatever comes and goes, no limit is ever passed and nothing is left behind', () => {
    const anyStep = fc.record({
      project: fc.constantFrom('a', 'b', 'c'),
      targets: fc.integer({ min: 1, max: 4 }),
      leave: fc.nat(5),
    });
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const bulkheads = createBulkheads(limits);
        const inside: { project: string; targets: number; leave(): void }[] = [];
        for (const { project, targets, leave } of steps) {
          const room = bulkheads.enter(project, targets);
          const projectIsFull = inside.filter((other) => other.project === project).length >= 2;
          const held = inside.reduce((sum, other) => sum + other.targets, 0);
          expect(room === null).toBe(projectIsFull || held + targets > 10);
          if (room) inside.push({ project, targets, leave: room.leave });
          for (const gone of inside.splice(0, Math.min(leave, inside.length))) gone.leave();
          expect(bulkheads.targetsInFlight).toBe(inside.reduce((sum, other) => sum + other.targets, 0));
        }
        for (const gone of inside) gone.leave();
        expect(bulkheads.targetsInFlight).toBe(0);
      }),
    );
  });
});

describe('waiting for everything to end', () => {
  test('is over at once when nothing is in flight', async () => {
    await createBulkheads(limits).idle();
  });

  test('is over when the last one leaves, for everybody who waits', async () => {
    const bulkheads = createBulkheads(limits);
    const rooms = [bulkheads.enter('one', 1)!, bulkheads.enter('two', 3)!];
    const ended: string[] = [];
    void bulkheads.idle().then(() => ended.push('first'));
    void bulkheads.idle().then(() => ended.push('second'));
    rooms[0]!.leave();
    await turns();
    expect(ended).toEqual([]);
    rooms[1]!.leave();
    await turns();
    expect(ended).toEqual(['first', 'second']);
  });
});

describe('the lane of an account', () => {
  const going = new AbortController().signal;
  /** Work that ends when told to, and says when it began. */
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

  test('so many at once, the others wait their turn in order', async () => {
    const bulkheads = createBulkheads(limits);
    const { begun, run, end } = work();
    const all = ['a', 'b', 'c', 'd'].map((name) => bulkheads.inAccountLane('account', run(name), going));
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

  test('another account does not wait', async () => {
    const bulkheads = createBulkheads(limits);
    const { begun, run } = work();
    for (const name of ['a', 'b', 'c']) void bulkheads.inAccountLane('one', run(name), going);
    void bulkheads.inAccountLane('two', run('x'), going);
    await turns();
    expect(begun).toEqual(['a', 'b', 'x']);
  });

  test('one that fails makes room like any other', async () => {
    const bulkheads = createBulkheads({ ...limits, writesInFlightPerAccount: 1 });
    const { begun, run, end } = work();
    const bad = bulkheads.inAccountLane('account', run('bad'), going);
    const next = bulkheads.inAccountLane('account', run('next'), going);
    await turns();
    end('bad');
    await expect(bad).rejects.toThrow('bad');
    await turns();
    expect(begun).toEqual(['bad', 'next']);
    end('next');
    expect(await next).toBe('next');
    // The lane is free again.
    void bulkheads.inAccountLane('account', run('later'), going);
    await turns();
    expect(begun).toEqual(['bad', 'next', 'later']);
  });

  test('work that throws before it begins to wait makes room too', async () => {
    const bulkheads = createBulkheads({ ...limits, writesInFlightPerAccount: 1 });
    const thrown = bulkheads.inAccountLane(
      'account',
      () => {
        throw new Error('at once');
      },
      going,
    );
    await expect(thrown).rejects.toThrow('at once');
    expect(await bulkheads.inAccountLane('account', async () => 'done', going)).toBe('done');
  });

  test('never more than its limit, and everybody gets through', async () => {
    const bulkheads = createBulkheads({ ...limits, writesInFlightPerAccount: 3 });
    let running = 0;
    let most = 0;
    const done = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        bulkheads.inAccountLane(
          'account',
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

  test('once the process is to stop nobody waits: what waited never begins, what runs is finished, and what has room still begins', async () => {
    const bulkheads = createBulkheads(limits);
    const { begun, run, end } = work();
    const stop = new AbortController();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => bulkheads.inAccountLane('account', run(name), stop.signal));
    await turns();
    stop.abort();
    expect(await Promise.all([c, d])).toEqual([null, null]);
    expect(await bulkheads.inAccountLane('account', run('e'), stop.signal)).toBe(null);
    end('b');
    expect(await b).toBe('b');
    const last = bulkheads.inAccountLane('account', run('f'), stop.signal);
    await turns();
    expect(begun).toEqual(['a', 'b', 'f']);
    end('a');
    end('f');
    expect(await Promise.all([a, last])).toEqual(['a', 'f']);
    // Nobody who left is counted or woken.
    for (const name of ['x', 'y', 'z']) void bulkheads.inAccountLane('account', run(name), going);
    await turns();
    expect(begun).toEqual(['a', 'b', 'f', 'x', 'y']);
  });
});
