/**
 * `fanfare.platforms`: what each platform takes. `fanfare.usage`: what is used and left of the plan.
 *
 * @module
 */
export type {
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
