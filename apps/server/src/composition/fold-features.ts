import type { contract } from '@fanfare/contract';
import type { Router } from 'express';
import type { Handlers } from '../http/serve-contract.ts';
import type { JobRuns } from '../jobs/job-list.ts';

/** Parts that a feature gives to the server. */
export type Feature = {
  readonly handlers?: { readonly [Part in keyof ApiHandlers]?: Partial<ApiHandlers[Part]> };
  readonly routes?: readonly Router[];
  readonly jobs?: Partial<JobRuns>;
  /** Takes nothing new and waits for work in flight. The server still listens. */
  readonly drain?: () => Promise<void>;
  /** Ends responses that would never end, before the server stops listening. */
  readonly close?: () => void;
  /** Ends the rest and writes what waits, after the last request. */
  readonly stop?: () => void | Promise<void>;
};

type ApiHandlers = Handlers<typeof contract>;

type Given<Features extends readonly Feature[], Part extends keyof Feature> = Extract<
  Features[number],
  { readonly [Name in Part]: unknown }
>[Part];
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Collects the jobs of all features. A job of the list without a feature does not compile. */
export const foldJobs = <const Features extends readonly Feature[]>(features: Features) =>
  Object.assign({}, ...features.map(({ jobs }) => jobs)) as AllOf<Given<Features, 'jobs'>>;

/** Collects the handlers of all features. A route of the contract without one does not compile. */
export function foldHandlers<const Features extends readonly Feature[]>(
  features: Features,
): AllOf<Given<Features, 'handlers'>> {
  const folded: Record<string, object> = {};
  for (const { handlers } of features)
    for (const [part, routes] of Object.entries(handlers ?? {})) folded[part] = { ...folded[part], ...routes };
  return folded as AllOf<Given<Features, 'handlers'>>;
}
