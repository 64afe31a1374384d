import { expect, test } from 'vitest';
import { createClock } from '../src/clock.ts';
import { createTimeline } from '../src/timeline.ts';

test('an event whose timer ends early still runs at its moment, without a further request', () => {
  let elapsed = 0;
  const timers: { run: () => void; ms: number }[] = [];
  const clock = createClock(0, 'running', () => elapsed);
  const timeline = createTimeline(clock, (run, ms) => timers.push({ run, ms }));
  const ran: number[] = [];
  timeline.at(50, () => ran.push(clock.now()));

  elapsed = 49.9;
  timers.shift()!.run();
  expect({ ran, waits: timers.map(({ ms }) => ms) }).toEqual({ ran: [], waits: [1] });

  elapsed = 50.9;
  timers.shift()!.run();
  expect({ ran, timers }).toEqual({ ran: [50], timers: [] });
});
