import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildProgram } from '@fanfare/third-party';
import manifest from '../package.json' with { type: 'json' };
import { manPage } from '../src/completion/man-page.ts';
import { createProgram } from '../src/program.ts';

const folder = path.join(import.meta.dirname, '..');
await buildProgram(folder, { isLarge: true });
const program = createProgram(process, () => Promise.resolve());
writeFileSync(path.join(folder, manifest.man), manPage(program, manifest.version));
