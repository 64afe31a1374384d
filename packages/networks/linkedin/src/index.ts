export { LINKEDIN_DEFAULTS, type LinkedinConfig } from './config.ts';
export { createLinkedin } from './create-linkedin.ts';
export { linkedinRules } from './rules.ts';
export { LINKEDIN_VERSIONS, linkedinVersions } from './versions.ts';
