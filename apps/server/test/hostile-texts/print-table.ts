import { longestOf } from './longest.ts';
import { PARSERS } from './parsers.ts';

/**
 * `pnpm hostile-texts`: prints for each parser of outside text the hostile text that takes it
 * longest.
 */
console.log('| Parser | Characters | Longest ms | Text |\n|---|---:|---:|---|');
for (const parser of PARSERS) {
  const { parser: name, chars, ms, text } = await longestOf(parser);
  console.log(`| ${name} | ${chars.toLocaleString('en')} | ${ms.toFixed(1)} | \`${text.replaceAll('|', '\\|')}\` |`);
}
