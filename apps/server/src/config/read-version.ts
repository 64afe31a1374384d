import { readFileSync } from 'node:fs';
import { MANIFEST } from './installed-files.ts';

export const readVersion = (): string => String(JSON.parse(readFileSync(MANIFEST, 'utf8')).version);
