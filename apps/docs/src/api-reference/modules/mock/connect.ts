/**
 * `mock.connect`: how a user answers a connect link when there is no browser.
 *
 * @module
 */
export type { Consent, Declinable, LinkedinPage, MockConnect } from '@fanfare/mock';
