import { expect, test } from 'vitest';
import { createPresses } from '../../../src/operator/dev/presses.ts';

test('one Ctrl-C that arrives over several paths counts once; a later one counts again', () => {
  let nowMs = 7;
  const press = createPresses(() => nowMs);
  const after = (ms: number): string => {
    nowMs += ms;
    return press();
  };
  expect([after(0), after(3), after(400), after(97), after(1), after(9_000)]).toEqual([
    'first',
    'same',
    'same',
    'same',
    'again',
    'again',
  ]);
});
