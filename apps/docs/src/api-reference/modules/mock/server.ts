/**
 * `@fanfare/mock/server`: the mock on a port of its own, steered below `/__mock`.
 *
 * @module
 */
export { type ControlledMock, createControl } from '@fanfare/mock';
export { type ServedMock, type ServeOptions, serveMock } from '@fanfare/mock/server';
