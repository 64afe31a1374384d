import { expect, test, vi } from 'vitest';
import type { LoggedCall } from '../../../src/dashboard/api/request-log.table.ts';
import { startRequestLogWriter } from '../../../src/dashboard/api/request-log-writer.ts';
import { createLogger } from '../../../src/process/log/log.ts';

const call = (id: number): LoggedCall => ({
  ...{ id: String(id), projectId: 'p', at: new Date(0), method: 'GET', path: '/', status: 200, durationMs: 1 },
  ...{ requestId: 'r', keyId: null, error: null },
});

function writer(insert: (calls: readonly LoggedCall[]) => Promise<void>) {
  const lines: string[] = [];
  const log = createLogger('debug', (line) => lines.push(line));
  return { writer: startRequestLogWriter({ log, insert }), lines };
}

test('while the database is slow calls wait up to a bound; the rest is dropped and counted', async () => {
  const written: number[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const slow = writer(async (calls) => {
    await gate;
    written.push(calls.length);
  });
  for (let id = 0; id < 3_000; id++) slow.writer.note(call(id));
  const done = slow.writer.stop();
  open();
  await done;
  expect(written).toEqual([500, 500, 500, 500]);
  expect(slow.lines.join('')).toContain('"calls":1000');
});

test('a batch that cannot be written is dropped, and the next one is written', async () => {
  const insert = vi.fn(async (_: readonly LoggedCall[]) => undefined).mockRejectedValueOnce(new Error('away'));
  const failing = writer(insert);
  failing.writer.note(call(1));
  await failing.writer.flush();
  failing.writer.note(call(2));
  await failing.writer.stop();
  expect(insert.mock.calls.map(([calls]) => calls.map(({ id }) => id))).toEqual([['1'], ['2']]);
  expect(failing.lines.join('')).toContain('"calls":1');
});
