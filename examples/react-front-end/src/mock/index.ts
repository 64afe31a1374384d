export { MockedApp } from './mocked-app.tsx';
export { startMock } from './start-mock.ts';
