export { MockBar } from './mock-bar.tsx';
export { startMock } from './start-mock.ts';
