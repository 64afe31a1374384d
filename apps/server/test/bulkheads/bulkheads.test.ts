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

test('an account has so many writes at once, another account its own', async () => {
  const bulkheads = createBulkheads(limits);
  const begun: string[] = [];
  const write = (name: string) => async () => {
    begun.push(name);
    await new Promise(() => undefined);
    return name;
  };
  const stopping = new AbortController().signal;
  for (const name of ['a', 'b', 'c']) void bulkheads.inAccountLane('one', write(name), stopping);
  void bulkheads.inAccountLane('two', write('x'), stopping);
  await turns();
  expect(begun).toEqual(['a', 'b', 'x']);
});
