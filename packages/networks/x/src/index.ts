export { X_DEFAULTS, type XConfig } from './config.ts';
export { createX } from './create-x.ts';
export { xRules } from './rules.ts';
