/**
 * `mock.connect`: complete connect flows without a browser.
 *
 * @module
 */
export type { Consent, Declinable, LinkedinPage, MockConnect } from '@fanfare/mock';
