import { hash } from 'node:crypto';

/** Of what is stored of a secret of 256 random bits, too: there is nothing to guess, so a plain hash is enough. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');
