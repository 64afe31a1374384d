import { readFileSync } from 'node:fs';
import { MANIFEST } from './installed-files.ts';

/** The version of this server, as its package has it. */
export const readVersion = (): string => String(JSON.parse(readFileSync(MANIFEST, 'utf8')).version);
