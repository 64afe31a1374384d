import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RULES } from '../src/rules.ts';

const specification = readFileSync(new URL('../../../../docs/hub-connect.md', import.meta.url), 'utf8');
const PARTS = ['Overview', 'Discovery', 'Exchange', 'Errors', 'Rules for hubs', 'Rules for clients'];
const ofHubConnect = Object.values(RULES).filter(({ source }) => source.startsWith('Hub Connect, '));

test('every sentence of Hub Connect stands in the part of the specification that is named', () => {
  for (const { source, sentence } of ofHubConnect) {
    const part = source.replace('Hub Connect, ', '');
    expect(PARTS).toContain(part);
    const [, text = ''] = new RegExp(`\\n#{2,3} ${part}\\n(.*?)(?=\\n#{2,3} |$)`, 's').exec(specification) ?? [];
    expect(text.replace(/\s+/g, ' '), source).toContain(sentence);
  }
});
