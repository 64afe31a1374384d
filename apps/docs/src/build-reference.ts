import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileOf } from './pages.ts';
import { referencePages } from './reference-pages.ts';

const pages = await referencePages();
await rm(fileOf('reference'), { recursive: true, force: true });
for (const [name, text] of pages) {
  const file = fileOf(`reference/${name}`);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
}
console.info(`Wrote ${pages.size} pages to docs/reference.`);
