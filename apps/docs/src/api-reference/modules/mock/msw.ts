/**
 * `@fanfare/mock/msw`: the mock behind Mock Service Worker, in Node and in browsers.
 *
 * @module
 */
export { mswHandlers } from '@fanfare/mock/msw';
