export { LINKEDIN_DEFAULTS, LINKEDIN_PAGE_SCOPES, type LinkedinConfig } from './config.ts';
export { createLinkedin } from './create-linkedin.ts';
export { linkedinRules } from './rules.ts';
export { LINKEDIN_VERSIONS, linkedinVersions } from './versions.ts';
