import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBulkheads } from '../../src/publishing/bulkheads.ts';

const limits = { targetsInFlight: 10, publishesInFlightPerProject: 2, writesInFlightPerAccount: 2 };

/** Runs everything that is ready to continue. */
const turns = async () => {
  for (let i = 0; i < 20; i++) await Promise.resolve();
};

describe('capacity for a publish', () => {
  test('each project has its own limit of concurrent publishes', () => {
    const bulkheads = createBulkheads(limits);
    const first = bulkheads.enter('one', 1);
    expect([first === null, bulkheads.enter('one', 1) === null]).toEqual([false, false]);
    expect(bulkheads.enter('one', 1)).toBe(null);
    expect(bulkheads.enter('two', 1)).not.toBe(null);
    first!.leave();
    expect(bulkheads.enter('one', 1)).not.toBe(null);
  });

  test('one hub takes two fifths of the publishes of a project at most', () => {
    const bulkheads = createBulkheads({ ...limits, targetsInFlight: 20, publishesInFlightPerProject: 5 });
    const dead = ['dead.example', 'dead.example'];
    const first = bulkheads.enter('one', 1, dead);
    expect([first === null, bulkheads.enter('one', 1, dead) === null]).toEqual([false, false]);
    expect(bulkheads.enter('one', 1, ['dead.example', 'other.example'])).toBe(null);
    expect(bulkheads.enter('one', 1, ['other.example'])).not.toBe(null);
    expect(bulkheads.enter('two', 1, dead)).not.toBe(null);
    first!.leave();
    first!.leave();
    expect([bulkheads.enter('one', 1, dead) === null, bulkheads.enter('one', 1, dead) === null]).toEqual([false, true]);
    expect(bulkheads.enter('one', 1)).not.toBe(null);
  });

  test('hubs take half of the instance at most, and the due targets of one hub a tenth', () => {
    const bulkheads = createBulkheads({ ...limits, targetsInFlight: 20, publishesInFlightPerProject: 20 });
    expect(bulkheads.hubsAvailable()).toEqual({ onAll: 10, onEach: 2, onBusy: {} });
    const due = [bulkheads.take('hub', 'dead.example'), bulkheads.take('hub', 'dead.example'), bulkheads.take('x')];
    expect(bulkheads.hubsAvailable()).toEqual({ onAll: 8, onEach: 2, onBusy: { 'dead.example': 0 } });
    expect(bulkheads.networkSlots()).toEqual({ reserved: 2, taken: { hub: 2, x: 1 } });
    const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((project) =>
      bulkheads.enter(project, 1, ['dead.example']),
    );
    expect(eight).not.toContain(null);
    expect(bulkheads.hubsAvailable()).toEqual({ onAll: 0, onEach: 2, onBusy: { 'dead.example': 0 } });
    expect(bulkheads.enter('i', 2, ['other.example'])).toBe(null);
    expect(bulkheads.enter('i', 2)).not.toBe(null);
    for (const place of [...due, ...due]) place.leave();
    expect(bulkheads.hubsAvailable()).toEqual({ onAll: 2, onEach: 2, onBusy: {} });
    expect(bulkheads.networkSlots()).toEqual({ reserved: 2, taken: {} });
    expect(bulkheads.enter('i', 2, ['other.example'])).not.toBe(null);
  });

  test('the instance limits concurrent targets over all projects', () => {
    const bulkheads = createBulkheads(limits);
    const big = bulkheads.enter('one', 8)!;
    expect(bulkheads.enter('two', 3)).toBe(null);
    expect(bulkheads.enter('two', 2)).not.toBe(null);
    expect(bulkheads.targetsInFlight).toBe(10);
    expect(bulkheads.enter('three', 1)).toBe(null);
    big.leave();
    expect(bulkheads.targetsInFlight).toBe(2);
  });

  test('a post larger than the whole limit is admitted when it is alone', () => {
    const bulkheads = createBulkheads({ ...limits, targetsInFlight: 3 });
    const alone = bulkheads.enter('one', 10)!;
    expect(alone).not.toBe(null);
    expect(bulkheads.enter('two', 1)).toBe(null);
    alone.leave();
    expect(bulkheads.enter('two', 1)).not.toBe(null);
  });

  test('releasing twice gives capacity back once', () => {
    const bulkheads = createBulkheads(limits);
    const [one, two] = [bulkheads.enter('a', 4)!, bulkheads.enter('a', 4)!];
    one.leave();
    one.leave();
    expect(bulkheads.targetsInFlight).toBe(4);
    bulkheads.enter('a', 4);
    expect(bulkheads.enter('a', 1)).toBe(null);
    two.leave();
  });

  test('no limit is ever exceeded, and all capacity is returned, in any order of arrivals and departures', () => {
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

test('what leaves capacity that due targets may have waited for says so, and nothing else does', () => {
  const bulkheads = createBulkheads({ ...limits, targetsInFlight: 6, publishesInFlightPerProject: 20 });
  let freed = 0;
  bulkheads.onFreed(() => {
    freed++;
    expect(bulkheads.available()).toBeGreaterThan(0);
  });
  const [one, other] = [bulkheads.enter('one', 4)!, bulkheads.enter('one', 1)!];
  other.leave();
  expect(freed).toBe(0);
  const due = [bulkheads.take('x'), bulkheads.take('x')];
  one.leave();
  one.leave();
  expect(freed).toBe(1);
  for (const place of due) place.leave();
  const hubs = ['one.example', 'two.example', 'two.example'];
  const [onHubs, beside] = [bulkheads.enter('one', 3, hubs)!, bulkheads.enter('one', 1)!];
  beside.leave();
  expect(freed).toBe(1);
  onHubs.leave();
  expect(freed).toBe(2);
});

test('a target that only settles passes its place on, half as many as there are places at most; it is in flight until it leaves', async () => {
  const bulkheads = createBulkheads({ ...limits, targetsInFlight: 4 });
  const due = Array.from({ length: 4 }, () => bulkheads.take('hub', 'a.example'));
  const seen = () => ({
    available: bulkheads.available(),
    inFlight: bulkheads.targetsInFlight,
    taken: bulkheads.networkSlots().taken,
    onHubs: bulkheads.hubsAvailable().onAll,
  });
  expect(seen()).toEqual({ available: 0, inFlight: 4, taken: { hub: 4 }, onHubs: -2 });
  expect([...due, ...due].map((place) => place.startSettling())).toEqual([true, true, ...Array(6).fill(false)]);
  expect(seen()).toEqual({ available: 2, inFlight: 4, taken: { hub: 2 }, onHubs: 0 });
  let isIdle = false;
  void bulkheads.idle().then(() => {
    isIdle = true;
  });
  const others = due.slice(1);
  expect([...others, ...others].map((place) => place.leave())).toEqual([false, true, true, ...Array(3).fill(false)]);
  await turns();
  expect({ ...seen(), isIdle }).toEqual({ available: 4, inFlight: 1, taken: {}, onHubs: 2, isIdle: false });
  due[0]!.leave();
  due[0]!.startSettling();
  await turns();
  expect({ ...seen(), isIdle }).toEqual({ available: 4, inFlight: 0, taken: {}, onHubs: 2, isIdle: true });
});

describe('waiting until all publishes end', () => {
  test('resolves at once when nothing is in flight', async () => {
    await createBulkheads(limits).idle();
  });

  test('resolves for every waiter when the last one ends', async () => {
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

test('each account has its own limit of concurrent writes', async () => {
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
