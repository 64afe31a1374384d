/**
 * `mock.events`: what happened. `mock.webhooks`: receivers that fail; the option `deliver` of
 * `createMock` says who gets the deliveries.
 *
 * @module
 */
export type {
  AttemptErrorCode,
  DeliverFunction,
  EventOf,
  MockEvents,
  MockWebhooks,
  ReceiverFailure,
  ReceiverScript,
  StoredEventType,
} from '@fanfare/mock';
