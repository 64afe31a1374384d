export * from './account-facts.ts';
export { APP_ADDRESSES, type AppRouteName } from './addresses.ts';
export type { Needs } from './answering.ts';
export { type AppContract, appContract } from './app-contract.ts';
export { APP_ROUTES, type AppAnswer, type AppInput, type AppRouteFacts, limitOf, neededRole } from './app-routes.ts';
export * from './apps.ts';
export * from './attention.ts';
export * from './drafts.ts';
export {
  APP_ERROR_CODES,
  APP_ERRORS,
  type AppErrorBody,
  AppErrorBodySchema,
  type AppErrorCode,
  appDocUrl,
} from './errors.ts';
export { email, ROLES, type Role, RoleSchema } from './fields.ts';
export * from './keys.ts';
export { APP_LIMITS } from './limits.ts';
export * from './members.ts';
export * from './post-links.ts';
export * from './project-settings.ts';
export * from './projects.ts';
export * from './requests.ts';
export * from './session.ts';
export * from './sessions.ts';
export * from './timeline.ts';
export * from './usage-days.ts';
