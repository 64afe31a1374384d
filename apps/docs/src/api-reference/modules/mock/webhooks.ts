/**
 * `mock.events`: what happened. `mock.webhooks`: receivers that fail; the option `deliver` of `createMock` says who gets the deliveries.
 *
 * @module
 */
export type {
  DeliverFunction,
  MockEvents,
  MockWebhooks,
  ReceiverFailure,
  ReceiverScript,
} from '@fanfare/mock';
