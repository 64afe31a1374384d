import path from 'node:path';
import { buildProgram } from '@fanfare/third-party';

await buildProgram(path.join(import.meta.dirname, '..'), { isLarge: true });
