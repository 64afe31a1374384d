import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../scripts/generated-files.ts';

test.each(generatedFiles())('$file is what the contract says (else run `pnpm golden`)', ({ file, text }) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('every type and field says what it is', () => {
  const [types] = generatedFiles();
  const bare = types!.text.split('\n').filter((line, index, lines) => {
    const declares = /^export |^ {2}\w+\??: /.test(line) && !/^ {2}\w+: '(oauth|key)';$/.test(line);
    return declares && !lines[index - 1]?.trimEnd().endsWith('*/');
  });
  expect(bare).toEqual([]);
});

test('no field is an object without a name, or anything at all', () => {
  const [types] = generatedFiles();
  // Headers are texts by any name.
  const text = types!.text.replaceAll('Record<string, string>', 'Headers');
  const fields = text.split('\n').filter((line) => /^ {2}\w+\??: /.test(line));
  expect(fields.length).toBeGreaterThan(150);
  expect(fields.filter((line) => /[{<&]|\b(any|unknown|object)\b/.test(line))).toEqual([]);
});
