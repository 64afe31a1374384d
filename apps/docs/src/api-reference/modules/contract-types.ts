/**
 * What the reference of the mock takes `@fanfare/contract` for (`tsconfig.api.json`): the same types as the SDK shows them, so that they are named and linked
 * instead of being written out. `convertApi` puts the names of the routes in.
 */
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
} from '@fanfare/sdk';

/** Name of a route of the API. */
export type RouteName = string;
