import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ACCEPTED } from './accepted.ts';
import { findPatterns } from './find-patterns.ts';
import { judgePattern } from './judge-pattern.ts';

/**
 * `pnpm patterns`: every regular expression of the code that is shipped takes a time that is linear
 * in the text it reads, or `accepted.ts` says why it may not. One was judged when it stands in
 * `safe-patterns.txt`, so a run judges only new ones, adds them, and takes seconds; commit what it
 * writes. `--all` judges every one again, in some minutes.
 */
const ROOT = path.join(import.meta.dirname, '../../..');
const SAFE = path.join(import.meta.dirname, '../safe-patterns.txt');
const SHIPPED = [
  'apps/{server,dashboard}/src',
  'packages/{app-contract,cli,contract,design-tokens,media-file,mock,rules,sdk}/src',
  'packages/networks/{adapter,instagram,linkedin,meta,threads,x}/src',
  'packages/hubs/{driver,kit,micropub,wordpress}/src',
  'integrations/n8n/{credentials,nodes}',
];

const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const written = readFileSync(SAFE, 'utf8');
const known = new Set(values.all ? [] : written.split('\n'));
const patterns = findPatterns(ROOT, SHIPPED);
const safe: string[] = [];
const problems: string[] = [];

for (const { text, isLiteral, files } of patterns) {
  if (known.has(text)) safe.push(text);
  else if (ACCEPTED.some((one) => one.pattern === text)) continue;
  else {
    const why = isLiteral ? judgePattern(text) : 'it is made while the program runs, so nothing can judge it';
    if (why === null) safe.push(text);
    else problems.push(`${text}\n    ${why}; in ${files.join(', ')}`);
  }
}
const unused = ACCEPTED.filter(({ pattern }) => !patterns.some(({ text }) => text === pattern));
problems.push(...unused.map(({ pattern }) => `${pattern}\n    is accepted, but stands nowhere`));

const now = `${safe.join('\n')}\n`;
if (now !== written) writeFileSync(SAFE, now);
for (const problem of problems) console.error(`  ${problem}`);
const counts = `${patterns.length} regular expressions: ${safe.length} linear, ${ACCEPTED.length} accepted with a reason`;
console.log(`${counts}, ${problems.length} problems`);
if (problems.length > 0) {
  console.error(
    'Write them so that each character is read a bounded number of times, or give the reason in accepted.ts.',
  );
  process.exitCode = 1;
}
