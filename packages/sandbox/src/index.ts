export { createClock } from './clock.ts';
export type { PostView } from './post/post-view.ts';
export type { LoggedRequest } from './request-log.ts';
export type {
  AppRegistration,
  NetworkName,
  ProfileView,
  SandboxClock,
} from './simulator.ts';
export { type Sandbox, startSandbox } from './start.ts';
export { type ConnectWalk, walkConnect } from './walk-connect.ts';
