import { expect, it } from 'vitest';
import { createPartBuffers } from '../src/part-buffers.ts';

const MIB = 1024 * 1024;

/** Lends memory until the test gives it back. */
function lending(parts: ReturnType<typeof createPartBuffers>) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const memories = new Map<string, Buffer>();
  const lend = (name: string, bytes: number) =>
    parts.lend(bytes, async (memory) => {
      began.push(name);
      memories.set(name, memory);
      await new Promise<void>((end) => ends.set(name, end));
    });
  const settled = () => new Promise((next) => setImmediate(next));
  return { began, memories, lend, settled, end: (name: string) => ends.get(name)?.() };
}

it('parts wait in order while all memory is lent', async () => {
  const parts = createPartBuffers(4 * MIB);
  const { began, lend, settled, end } = lending(parts);
  const all = [lend('a', 3 * MIB), lend('b', 2 * MIB), lend('c', 1)];
  await settled();
  expect([began, parts.lentBytes()]).toEqual([['a'], 3 * MIB]);
  end('a');
  await settled();
  expect([began, parts.lentBytes()]).toEqual([['a', 'b', 'c'], 2 * MIB + 1]);
  for (const name of ['b', 'c']) end(name);
  await Promise.all(all);
  expect(parts.lentBytes()).toBe(0);
});

it('a part above the total waits until nothing else is lent', async () => {
  const { began, memories, lend, settled, end } = lending(createPartBuffers(4 * MIB));
  const all = [lend('small', 1), lend('huge', 9 * MIB), lend('late', 1)];
  await settled();
  expect(began).toEqual(['small']);
  end('small');
  await settled();
  expect([began, memories.get('huge')?.length]).toEqual([['small', 'huge'], 9 * MIB]);
  end('huge');
  await settled();
  end('late');
  await Promise.all(all);
});

it('a use that fails gives its memory back', async () => {
  const parts = createPartBuffers(4 * MIB);
  await expect(parts.lend(MIB, () => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(parts.lentBytes()).toBe(0);
});
