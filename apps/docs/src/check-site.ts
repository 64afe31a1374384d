import { fileURLToPath } from 'node:url';
import { deadLinks } from './site/dead-links.ts';

const dead = deadLinks(fileURLToPath(new URL('../dist', import.meta.url)));
if (dead.length > 0) {
  console.error(`Links of the site that lead nowhere:\n${dead.map((line) => `  ${line}`).join('\n')}`);
  process.exitCode = 1;
}
