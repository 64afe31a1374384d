import { hash } from 'node:crypto';

/** What is stored of a secret of 256 random bits: there is nothing to guess, so a plain hash is enough. */
export const sha256 = (secret: string): Buffer => hash('sha256', secret, 'buffer');
