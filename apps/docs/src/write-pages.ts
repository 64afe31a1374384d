import { writeFile } from 'node:fs/promises';
import { DIAGRAMS, fileOf, PAGES } from './pages.ts';

for (const [name, text] of Object.entries({ ...PAGES, ...DIAGRAMS })) await writeFile(fileOf(name), text);
