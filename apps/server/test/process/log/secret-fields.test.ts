import { expect, test } from 'vitest';
import { createLogger } from '../../../src/process/log/log.ts';

test('secret fields are hidden in a line and in each object that a line may have', () => {
  const lines: string[] = [];
  const log = createLogger('info', (line) => lines.push(line));
  const fields = { authorization: 'Custom abc', cookie: 'a=b', credential: 'abc', headers: 'x-key: abc', status: 401 };
  log.info({ ...fields, err: fields, call: fields, facts: fields, form: fields }, 'refused');
  const hidden = '[redacted]';
  const shown = { authorization: hidden, cookie: hidden, credential: hidden, headers: hidden, status: 401 };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      ...{ level: 30, time: expect.any(String), ...shown, msg: 'refused' },
      ...{ err: shown, call: shown, facts: shown, form: shown },
    },
  ]);
});
