/**
 * The client, its options, and what each of its methods returns.
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
