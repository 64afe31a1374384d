/**
 * `@fanfare/mock/server`: the mock behind an HTTP server, controlled below `/__mock`.
 *
 * @module
 */
export { type ControlledMock, createControl } from '@fanfare/mock';
export { type ServedMock, type ServeOptions, serveMock } from '@fanfare/mock/server';
