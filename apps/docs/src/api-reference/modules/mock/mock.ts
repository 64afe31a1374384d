/**
 * `createMock`, its options and its result: the API in memory with its clock, its accounts and its
 * log of requests.
 *
 * @module
 */
export {
  type ClockMode,
  createMock,
  type HttpAnswer,
  type HttpRequest,
  type LoggedRequest,
  type Mock,
  type MockAccounts,
  type MockClock,
  type MockKeys,
  type MockOptions,
  type RequestLog,
  type RouteName,
} from '@fanfare/mock';
