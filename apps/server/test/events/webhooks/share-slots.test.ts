import { describe, expect, test } from 'vitest';
import { type Attempt, type DueEndpoint, shareSlots } from '../../../src/events/webhooks/share-slots.ts';

type Given = Attempt & Pick<DueEndpoint, 'endpointId'>;

/** So many endpoints of a project, each at a host of its own and with room for four deliveries. */
const endpoints = (projectId: string, count: number, fields: Partial<DueEndpoint> = {}): readonly DueEndpoint[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ projectId, endpointId: `${projectId}-${n}`, host: `${n}.${projectId}.example`, isFailing: false, free: 4 },
    ...fields,
  }));

/** One attempt for each delivery that was given. */
function given(due: readonly DueEndpoint[], running: readonly Attempt[] = []): readonly Given[] {
  return shareSlots(due, running).flatMap(({ projectId, endpointId, deliveries }) => {
    const endpoint = due.find((each) => each.projectId === projectId && each.endpointId === endpointId)!;
    return Array.from({ length: deliveries }, () => ({ ...endpoint, isSlow: false }));
  });
}
/** The same attempts a second later, when none has ended. */
const slow = (attempts: readonly Attempt[]) => attempts.map((attempt) => ({ ...attempt, isSlow: true }));
const countOf = (attempts: readonly Attempt[], projectId: string): number =>
  attempts.filter((attempt) => attempt.projectId === projectId).length;

describe('the slots of a server', () => {
  test.each([1, 4])('%i projects that take all they get, one after the other, leave slots for a new one', (count) => {
    let held: readonly Attempt[] = [];
    for (let round = 0; round < 3; round++)
      for (let n = 0; n < count; n++) held = [...held, ...given(endpoints(`busy${n}`, 20), held)];
    const late = given(endpoints('late', 1), held);
    expect(late).toHaveLength(4);
    expect(held.length).toBeLessThanOrEqual(124);
  });

  test.each([20, 60])('%i projects that take all they get round-robin leave slots for a new one', (count) => {
    const held = given(Array.from({ length: count }, (_, n) => endpoints(`busy${n}`, 20)).flat());
    const late = given(endpoints('late', 1), held);
    expect(late.length).toBeGreaterThanOrEqual(2);
    expect(held.length + late.length).toBeLessThanOrEqual(128);
  });

  test('new projects that take all of them, one after the other, have left them a second later', () => {
    let held: readonly Attempt[] = [];
    for (let n = 0; held.length < 128; n++) held = [...held, ...given(endpoints(`busy${n}`, 20), held)];
    const late = endpoints('late', 1);
    expect(given(late, held)).toHaveLength(0);
    expect(given(late, slow(held))).toHaveLength(4);
  });

  test('a project without attempts comes before those that have some, however long theirs are due', () => {
    const names = Array.from({ length: 200 }, (_, n) => `busy${n}`);
    const busy = names.flatMap((name) => endpoints(name, 1, { free: 3 }));
    const held = slow(names.flatMap((name) => given(endpoints(name, 1, { free: 1 }))));
    const attempts = given([...busy, ...endpoints('late', 1)], held);
    expect([held.length, attempts.length, attempts[0]?.projectId]).toEqual([200, 128, 'late']);
  });

  test('slow attempts are bounded, too', () => {
    let held: readonly Attempt[] = [];
    for (let n = 0; n < 200; n++) held = [...held, ...slow(given(endpoints(`busy${n}`, 20), held))];
    expect(held).toHaveLength(2_048);
  });

  test('projects that come together get the same, whichever became due first', () => {
    const attempts = given([...endpoints('a', 20), ...endpoints('b', 20), ...endpoints('c', 20)]);
    const counts = ['a', 'b', 'c'].map((name) => countOf(attempts, name));
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  test('the webhooks of a project get a slot each before one has a second delivery', () => {
    const attempts = given(endpoints('a', 20));
    const counts = endpoints('a', 20).map(
      (each) => attempts.filter(({ endpointId }) => endpointId === each.endpointId).length,
    );
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  test('what an endpoint may get is never exceeded, and one alone gets it', () => {
    expect(shareSlots(endpoints('a', 1), [])).toEqual([{ projectId: 'a', endpointId: 'a-0', deliveries: 4 }]);
    expect(shareSlots(endpoints('a', 2, { free: 1 }), []).map(({ deliveries }) => deliveries)).toEqual([1, 1]);
  });
});

test('failing webhooks of all projects share a quarter of the slots', () => {
  const failing = Array.from({ length: 100 }, (_, n) => endpoints(`p${n}`, 1, { isFailing: true, free: 1 })).flat();
  const held = given(failing);
  expect(held.length).toBeLessThanOrEqual(32);
  expect(held.length).toBeGreaterThan(16);
  expect(given(endpoints('late', 1, { isFailing: true, free: 1 }), slow(held))).toHaveLength(32 - held.length);
  const others = Array.from({ length: 20 }, (_, n) => endpoints(`q${n}`, 1)).flat();
  expect(given(others, held)).toHaveLength(80);
});

test('one host has no more than a quarter of the slots, and a project that is new there gets one', () => {
  const one = { host: 'one.example' };
  const held = given(Array.from({ length: 10 }, (_, n) => endpoints(`p${n}`, 4, one)).flat());
  expect(held.length).toBeLessThanOrEqual(32);
  const late = given(endpoints('late', 1, one), held);
  expect(late.length).toBeGreaterThanOrEqual(1);
  expect(held.length + late.length).toBeLessThanOrEqual(32);
});
