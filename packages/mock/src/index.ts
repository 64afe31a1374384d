/** The API of Fanfare in memory, with its contract and rules: for Node, browsers, workers. */

export type { AttemptErrorCode, EventOf, KeyScope, RouteName, StoredEventType } from '@fanfare/contract';
export type { PlanName } from '@fanfare/rules';
export type { Declinable } from './accounts/permissions.ts';
export type { ClockMode } from './clock.ts';
export type { Consent, LinkedinPage } from './connect/finish-connect.ts';
export { ConnectionDropped } from './connection-dropped.ts';
export { type ControlledMock, createControl } from './control.ts';
export { createMock } from './create-mock.ts';
export type { MockEvents } from './events/event-log.ts';
export type { Fault, Faults } from './faults.ts';
export type { HttpAnswer } from './http/http-answer.ts';
export type { HttpRequest } from './http/http-request.ts';
export type { ConnectCodeSeed, HubCall, HubFailure, HubFailureScript, MockHubs } from './hubs/hub-scripts.ts';
export type { SeedHub, SeedSpace } from './hubs/seed-hub.ts';
export type { MockMedia } from './media/remote-files.ts';
export type { Mock, MockAccounts, MockClock, MockConnect, MockKeys, MockOptions } from './mock.ts';
export type { FailureScript, MockNetwork, ScriptScope, WarningScript } from './network-scripts.ts';
export type { LoggedRequest, RequestLog } from './request-log.ts';
export { type NetworkAccounts, SCENARIO_NAMES, SCENARIOS, type Scenario, type ScenarioName } from './scenarios.ts';
export type {
  Seed,
  SeedAccount,
  SeedAccountHub,
  SeededProject,
  SeededWebhook,
  Seeding,
  SeedPost,
  SeedProject,
  SeedTarget,
  SeedWebhook,
} from './seed-types.ts';
export type { DeliverFunction, MockWebhooks, ReceiverFailure, ReceiverScript } from './webhooks/receivers.ts';
