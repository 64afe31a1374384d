import { writeFile } from 'node:fs/promises';
import { fileOf, PAGES } from './pages.ts';

for (const [name, text] of Object.entries(PAGES)) await writeFile(fileOf(name), text);
