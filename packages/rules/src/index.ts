export { checkContent, type ContentRule, type ContentRules, type PlatformLimits, type Violation, type Warning } from './content-rules.ts';
export { toDraft, type Draft, type TargetRequest } from './draft.ts';
export { isPrivateHost } from './private-host.ts';
