import pg from 'pg';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../src/db/database-unavailable.ts';
import { inBatchesOfAll } from '../../src/db/in-batches.ts';

type Item = { readonly projectId: string; readonly n: number };

/** Statements that are not sent: the test answers each. */
function useLines() {
  const sent: { readonly items: string; readonly lockMs: number | null; answer(): void; refuse(error: Error): void }[] =
    [];
  const retried: number[] = [];
  const nameOf = ({ projectId, n }: Item) => `${projectId}${n}`;
  const settle = inBatchesOfAll<Item, string>({
    ...{ atOnce: 1, atOnceOfAProject: 1 },
    onRetried: (_, items) => retried.push(items),
    send: (items, lockMs) =>
      new Promise((resolve, reject) => {
        const names = items.map(nameOf);
        sent.push({ items: names.join(' '), lockMs, answer: () => resolve(names), refuse: reject });
      }),
  });
  return {
    ...{ sent, retried },
    ask: (...names: string[]) => names.map((name) => settle({ projectId: name[0]!, n: Number(name.slice(1)) })),
    seen: () => sent.map(({ items, lockMs }) => `${items} ${lockMs}`),
  };
}

const locked = Object.assign(new pg.DatabaseError('locked', 0, 'error'), { code: '55P03' });

const turns = async () => {
  for (let i = 0; i < 50; i++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
};

test('a call on its own is sent at once; calls of any projects that come meanwhile share the next statement', async () => {
  const { sent, ask, seen, retried } = useLines();
  const first = ask('a0');
  await turns();
  const others = ask('a1', 'b0', 'c0');
  await turns();
  expect(seen()).toEqual(['a0 250']);
  sent[0]!.answer();
  await turns();
  sent[1]!.answer();
  expect(await Promise.all([...first, ...others])).toEqual(['a0', 'a1', 'b0', 'c0']);
  expect(seen()).toEqual(['a0 250', 'a1 b0 c0 250']);
  expect(retried).toEqual([]);
});

test('a statement that fails is sent again for each project, and then for each call, so that only the faulty call fails', async () => {
  const { sent, ask, seen, retried } = useLines();
  const answers = Promise.allSettled(ask('a0', 'a1', 'b0'));
  await turns();
  sent[0]!.refuse(new Error('refused'));
  await turns();
  expect(seen().slice(1)).toEqual(['a0 a1 null', 'b0 null']);
  sent[2]!.answer();
  sent[1]!.refuse(new Error('refused'));
  await turns();
  sent[3]!.refuse(new Error('refused'));
  await turns();
  sent[4]!.answer();
  expect(await answers).toEqual([
    { status: 'rejected', reason: new Error('refused') },
    { status: 'fulfilled', value: 'a1' },
    { status: 'fulfilled', value: 'b0' },
  ]);
  expect(seen().slice(3)).toEqual(['a0 null', 'a1 null']);
  expect(retried).toEqual([3]);
});

test('a project that is locked holds up the others once: until it is free, its calls are retried without them', async () => {
  const { sent, ask, seen } = useLines();
  const answers = ask('a0');
  await turns();
  sent[0]!.refuse(locked);
  await turns();
  answers.push(...ask('a1', 'b0'));
  await turns();
  expect(seen()).toEqual(['a0 250', 'a0 null', 'b0 250']);
  sent[2]!.answer();
  sent[1]!.answer();
  await turns();
  sent[3]!.answer();
  expect(await Promise.all(answers)).toEqual(['a0', 'a1', 'b0']);
  answers.push(...ask('a2', 'b1'));
  await turns();
  expect(seen().slice(3)).toEqual(['a1 null', 'a2 b1 250']);
  sent[4]!.answer();
  await Promise.all(answers);
});

test('when the database is unavailable nothing is sent again, and a call that fails alone fails', async () => {
  for (const [calls, error] of [
    [['a0', 'b0'], new DatabaseUnavailable('away')],
    [['a0'], new Error('refused')],
  ] as const) {
    const { sent, ask, seen } = useLines();
    const answers = Promise.allSettled(ask(...calls));
    await turns();
    sent[0]!.refuse(error);
    expect(await answers).toEqual(calls.map(() => ({ status: 'rejected', reason: error })));
    expect(seen()).toHaveLength(1);
  }
});
