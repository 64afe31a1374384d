import { mkdir, rm, writeFile } from 'node:fs/promises';
import { apiPages } from './api-reference/api-pages.ts';
import { fileOf, PAGES } from './pages.ts';

for (const [name, text] of Object.entries(PAGES)) await writeFile(fileOf(name), text);

const api = await apiPages();
await rm(fileOf('reference'), { recursive: true, force: true });
for (const [name, text] of api) {
  const file = fileOf(`reference/${name}`);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
}
