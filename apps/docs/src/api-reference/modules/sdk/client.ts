/**
 * The client, its options, and the promises that its methods return.
 *
 * @module
 */
export {
  type Answer,
  type AnswerPromise,
  Fanfare,
  type FanfareLogger,
  type FanfareOptions,
  type ListPromise,
  type LogFacts,
  type RawRequestOptions,
  type RequestOptions,
  VERSION,
} from '@fanfare/sdk';
