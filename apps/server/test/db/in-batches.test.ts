import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../src/db/database-unavailable.ts';
import { inBatches } from '../../src/db/in-batches.ts';

type Item = { readonly key: string; readonly n: number };

/** Batches that are not sent: the test answers each. */
function useLine({
  atOnce = 1,
  ...rest
}: Partial<Pick<Parameters<typeof inBatches<Item, string>>[0], 'atOnce' | 'slowMs' | 'wait' | 'maxBatch'>> = {}) {
  const sent: { readonly items: readonly Item[]; answer(): void; refuse(error?: Error): void }[] = [];
  const settle = inBatches<Item, string>({
    keyOf: ({ key }) => key,
    atOnce,
    ...rest,
    send: (items) =>
      new Promise((resolve, reject) => {
        sent.push({
          items,
          answer: () => resolve(items.map(({ key, n }) => `${key}${n}`)),
          refuse: (error = new Error('refused')) => reject(error),
        });
      }),
  });
  return { sent, settle, numbers: () => sent.map(({ items }) => items.map(({ n }) => n)) };
}

const turns = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
};

test('a single call is sent at once; later calls are sent together, each with its own answer', async () => {
  const { sent, settle, numbers } = useLine();
  const answers = [0, 1, 2].map((n) => settle({ key: 'a', n }));
  await turns();
  expect(numbers()).toEqual([[0, 1, 2]]);
  const late = [3, 4].map((n) => settle({ key: 'a', n }));
  await turns();
  expect(numbers()).toEqual([[0, 1, 2]]);
  sent[0]!.answer();
  expect(await Promise.all(answers)).toEqual(['a0', 'a1', 'a2']);
  await turns();
  expect(numbers()).toEqual([
    [0, 1, 2],
    [3, 4],
  ]);
  sent[1]!.answer();
  expect(await Promise.all(late)).toEqual(['a3', 'a4']);
});

test('where two may be in flight, the third waits for the first to end', async () => {
  const { sent, settle, numbers } = useLine({ atOnce: 2 });
  const first = settle({ key: 'a', n: 0 });
  await turns();
  const second = settle({ key: 'a', n: 1 });
  await turns();
  const late = [2, 3].map((n) => settle({ key: 'a', n }));
  await turns();
  expect(numbers()).toEqual([[0], [1]]);
  sent[1]!.answer();
  expect(await second).toBe('a1');
  await turns();
  expect(numbers()).toEqual([[0], [1], [2, 3]]);
  sent[2]!.answer();
  sent[0]!.answer();
  expect(await Promise.all([first, ...late])).toEqual(['a0', 'a2', 'a3']);
});

test('separate queues do not wait for each other’s statement', async () => {
  const { sent, settle, numbers } = useLine();
  void settle({ key: 'slow', n: 0 });
  await turns();
  const other = settle({ key: 'quick', n: 1 });
  await turns();
  expect(numbers()).toEqual([[0], [1]]);
  sent[1]!.answer();
  expect(await other).toBe('quick1');
});

test('a refused batch is sent again one by one, so that only the faulty call fails', async () => {
  const { sent, settle, numbers } = useLine();
  const answers = Promise.allSettled([0, 1].map((n) => settle({ key: 'a', n })));
  await turns();
  sent[0]!.refuse();
  await turns();
  sent[1]!.refuse();
  await turns();
  sent[2]!.answer();
  expect(numbers()).toEqual([[0, 1], [0], [1]]);
  expect(await answers).toEqual([
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 'a1' },
  ]);
});

test('a general failure fails the whole batch, and the next one is still sent', async () => {
  const { sent, settle, numbers } = useLine();
  const answers = Promise.allSettled([0, 1].map((n) => settle({ key: 'a', n })));
  await turns();
  const next = settle({ key: 'a', n: 2 });
  sent[0]!.refuse(new DatabaseUnavailable('away'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turns();
  sent[1]!.answer();
  expect(await next).toBe('a2');
  expect(numbers()).toEqual([[0, 1], [2]]);
});

test('the next batch does not wait for a statement that has become slow, and starts once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { sent, settle, numbers } = useLine({ slowMs: 250 });
    const slow = settle({ key: 'a', n: 0 });
    await turns();
    const next = settle({ key: 'a', n: 1 });
    await turns();
    vi.advanceTimersByTime(249);
    await turns();
    expect(numbers()).toEqual([[0]]);
    vi.advanceTimersByTime(1);
    await turns();
    expect(numbers()).toEqual([[0], [1]]);
    // The end of the slow one frees nothing more.
    sent[0]!.answer();
    expect(await slow).toBe('a0');
    const last = settle({ key: 'a', n: 2 });
    await turns();
    expect(numbers()).toEqual([[0], [1]]);
    sent[1]!.answer();
    await turns();
    sent[2]!.answer();
    expect(await Promise.all([next, last])).toEqual(['a1', 'a2']);
  } finally {
    vi.useRealTimers();
  }
});

/** Items above 9 cannot wait. */
const wait = { ms: 20, can: ({ n }: Item) => n < 10 };

test('items that can wait share the next statement, and a lone one is sent at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { sent, settle, numbers } = useLine({ wait });
    const answers: Promise<string>[] = [];
    const send = async (...items: number[]) => {
      answers.push(...items.map((n) => settle({ key: 'a', n })));
      await turns();
    };
    const answerLast = async () => {
      sent.at(-1)!.answer();
      await turns();
    };
    await send(0);
    await answerLast();
    await send(1);
    vi.advanceTimersByTime(19);
    await send(2);
    expect(numbers()).toEqual([[0]]);
    vi.advanceTimersByTime(1);
    await turns();
    expect(numbers()).toEqual([[0], [1, 2]]);
    // The statement takes longer than items wait.
    vi.advanceTimersByTime(25);
    await send(3);
    expect(numbers()).toEqual([[0], [1, 2]]);
    await answerLast();
    expect(numbers()).toEqual([[0], [1, 2], [3]]);
    await answerLast();
    vi.advanceTimersByTime(20);
    await send(4);
    await answerLast();
    expect(numbers()).toEqual([[0], [1, 2], [3], [4]]);
    expect(await Promise.all(answers)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
    vi.advanceTimersByTime(20);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('an item that cannot wait takes those along that can, and so does a full batch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { sent, settle, numbers } = useLine({ wait, maxBatch: 2 });
    const answers = [settle({ key: 'a', n: 0 })];
    await turns();
    answers.push(settle({ key: 'a', n: 1 }));
    sent[0]!.answer();
    await turns();
    expect(numbers()).toEqual([[0]]);
    answers.push(settle({ key: 'a', n: 10 }));
    await turns();
    expect(numbers()).toEqual([[0], [1, 10]]);
    answers.push(...[2, 3, 4].map((n) => settle({ key: 'a', n })));
    sent[1]!.answer();
    await turns();
    expect(numbers()).toEqual([[0], [1, 10], [2, 3]]);
    sent[2]!.answer();
    await turns();
    expect(numbers()).toHaveLength(3);
    vi.advanceTimersByTime(20);
    await turns();
    sent[3]!.answer();
    expect(await Promise.all(answers)).toEqual(['a0', 'a1', 'a10', 'a2', 'a3', 'a4']);
    expect(numbers()[3]).toEqual([4]);
  } finally {
    vi.useRealTimers();
  }
});
