export { createHubAdapter } from './create-hub-adapter.ts';
export { failedCall } from './failed-call.ts';
export * from './hub-adapter.ts';
export * from './hub-driver.ts';
export { openImage } from './open-image.ts';
export { isSameOrigin } from './origins.ts';
export { postSlug } from './post-slug.ts';
export { requireKeyOrigin } from './require-key-origin.ts';
export { hubRules } from './rules.ts';
