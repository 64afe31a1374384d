/**
 * `mock.media`: the files at public addresses, which `POST /media/from-url` copies.
 *
 * @module
 */
export type { MockMedia } from '@fanfare/mock';
