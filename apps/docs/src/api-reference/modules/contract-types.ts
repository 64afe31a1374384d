/**
 * Stands for `@fanfare/contract` in the reference of the mock (`tsconfig.api.json`): the same types
 * as the SDK shows them, so that they are named and linked instead of being written out.
 * `convertApi` puts the names of the routes in.
 */
import type { EventType, WebhookEvent } from '@fanfare/sdk';

export type {
  Account,
  AccountStatus,
  ConnectFailureReason,
  MediaItem,
  OAuthPlatform,
  Post,
  RequestErrorCode,
  TargetErrorCode,
  TargetWarningCode,
  Webhook,
  WebhookEvent,
} from '@fanfare/sdk';

/** A type of event; `webhook.test` is never stored. */
export type StoredEventType = EventType;
/** The event of one type. */
export type EventOf<Type extends StoredEventType> = Extract<
  WebhookEvent,
  {
    /** Its type. */
    type: Type;
  }
>;
/** Reason that an attempt to deliver failed. */
export type AttemptErrorCode =
  | 'not_2xx'
  | 'redirected'
  | 'timed_out'
  | 'address_not_allowed'
  | 'host_not_found'
  | 'certificate_invalid'
  | 'connection_failed';

/** The rights of an API key: `read`; `publish`, which also writes posts and connects; `all`. */
export type KeyScope = 'read' | 'publish' | 'all';

/** Name of a route of the API. */
export type RouteName = string;
