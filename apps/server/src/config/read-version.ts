import { readFileSync } from 'node:fs';
import { MANIFEST } from './installed-files.ts';

/** Reads the version of this server from its package. */
export const readVersion = (): string => String(JSON.parse(readFileSync(MANIFEST, 'utf8')).version);
