import { hash } from 'node:crypto';

/** Also for stored secrets: 256 random bits cannot be guessed, so a plain hash is enough. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');
