import { setTimeout as pause } from 'node:timers/promises';
import { pptxOfSlides } from '@fanfare/media-file/testing/files';
import { expect, test } from 'vitest';
import { createPageCounter } from '../../../src/media/pages/page-counter.ts';
import { type Counted, PageCounterFailed } from '../../../src/media/pages/run-page-counter.ts';
import { createLogger } from '../../../src/process/log/log.ts';

const MIB = 1024 * 1024;
const sized = (size: number, contentType = 'application/pdf') => ({
  ...{ contentType, size, read: async () => Buffer.alloc(0) },
});

/** A counter over this work, and the levels and words of its log. */
function counterOf(run: () => Promise<Counted>, waitMs?: number) {
  const lines: { level: number; why?: string; msg: string }[] = [];
  const log = createLogger('info', (line) => lines.push(JSON.parse(line)));
  const count = createPageCounter({ log, run, ...(waitMs !== undefined && { waitMs }) });
  return { count, logged: () => lines.map(({ level, why = '', msg }) => `${level} ${why} ${msg}`) };
}

const UNCOUNTED = 'the pages of a document cannot be counted';

test.each<[name: string, run: () => Promise<Counted>, pages: number | null, logged: readonly string[]]>([
  ['pages', async () => ({ pages: 7 }), 7, []],
  ['an encrypted file', async () => ({ why: 'encrypted' }), null, [`30 encrypted ${UNCOUNTED}`]],
  ['a file that takes too long', async () => ({ why: 'takes_too_long' }), null, [`30 takes_too_long ${UNCOUNTED}`]],
  [
    'a failure of the process, as an error of the service',
    () => Promise.reject(new PageCounterFailed('It ended with 3.')),
    null,
    ['50  counting the pages of a document failed'],
  ],
])('%s: counted or null, and logged', async (_, run, pages, logged) => {
  const counter = counterOf(run);
  expect([await counter.count(sized(900), 'a'), counter.logged()]).toEqual([pages, logged]);
});

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

test.each([
  ['a PPTX', PPTX, 7],
  ['a PPTX of which only the container is known', 'application/zip', 7],
  ['a DOC', 'application/x-cfb', null],
])('%s: slides are counted without a process', async (_, contentType, slides) => {
  const bytes = pptxOfSlides(7);
  const file = {
    contentType,
    size: bytes.length,
    read: async (start: number, end: number) => bytes.subarray(start, end),
  };
  const counter = counterOf(() => Promise.reject(new Error('A process was started.')));
  expect([await counter.count(file, 'a'), counter.logged()]).toEqual([slides, []]);
});

test('a file of more than 100 MiB is not counted; what reading it throws is thrown', async () => {
  const { count } = counterOf(() => Promise.reject(new Error('The store is gone.')));
  expect(await count(sized(100 * MIB + 1), 'a')).toBeNull();
  await expect(count(sized(100 * MIB), 'a')).rejects.toThrow('The store is gone.');
});

test('one file of a project and two of all are counted at once; one that waits too long is not counted', async () => {
  const running: ((counted: Counted) => void)[] = [];
  const { count, logged } = counterOf(() => new Promise((resolve) => running.push(resolve)), 200);
  const [first, second, other] = [count(sized(1), 'a'), count(sized(2), 'a'), count(sized(3), 'b')];
  const third = count(sized(4), 'c');
  await pause(0);
  expect(running).toHaveLength(2);
  expect([await second, await third, logged()]).toEqual([null, null, [`30 busy ${UNCOUNTED}`, `30 busy ${UNCOUNTED}`]]);
  for (const end of running) end({ pages: 1 });
  expect([await first, await other]).toEqual([1, 1]);
});
