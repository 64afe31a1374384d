/**
 * `fanfare.platforms`: limits, features and rules of each platform. `fanfare.usage`: used and
 * remaining units of the plan.
 *
 * @module
 */
export type {
  JsonSchema,
  OAuthPlatform,
  PlanUsage,
  Platform,
  PlatformCapabilities,
  PlatformCapabilitiesFirstComment,
  PlatformCapabilitiesMedia,
  PlatformCapabilitiesRule,
  PlatformCapabilitiesSupports,
  PlatformCapabilitiesText,
  PlatformList,
  PlatformNames,
  Platforms,
  Usage,
} from '@fanfare/sdk';
