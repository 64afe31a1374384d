import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runShippedFanfare } from './run-fanfare.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

test.each(['--version', '-v'])('fanfare %s prints the version, without a database', async (word) => {
  expect(await runShippedFanfare([word])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});
