export { TARGET_ERROR_CODES, type TargetErrorCode, TargetErrorCodeSchema } from './errors.ts';
export { type MediaItem, MediaItemSchema } from './media.ts';
export { OAUTH_PLATFORMS, type OAuthPlatform, OAuthPlatformSchema, PLATFORMS, type Platform, PlatformSchema } from './platform.ts';
