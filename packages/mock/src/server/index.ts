export { type ServedMock, type ServeOptions, serveMock } from './serve-mock.ts';
