import { type CallCountdown, createCallCountdown } from '../call-countdown.ts';
import type { AppRegistration, NetworkName, SandboxClock, SandboxContext } from '../simulator.ts';
import { type Apps, createApps } from './apps.ts';
import { type CrawlerFailures, createCrawlerFailures } from './controls/crawler-failures.ts';
import { createScriptedErrors, type ScriptedErrors } from './controls/scripted-errors.ts';
import { CRAWLER_PATIENCE_MS } from './crawl-media.ts';
import type { GraphFailure } from './graph/graph-answer.ts';
import { permissionMissing } from './graph/graph-router.ts';
import { createIgnoredParameters, type IgnoredParameters } from './graph/ignored-parameters.ts';
import { createUsage, type Usage } from './graph/usage.ts';
import { createMetaIds, type MetaIds } from './ids.ts';
import { createOAuthCodes, type OAuthCodes } from './login/oauth-codes.ts';
import { ordinaryRefresh, type RefreshRule } from './login/token-endpoints.ts';
import { createTokens, type Tokens } from './login/tokens.ts';
import { createPerPerson, type PerPerson } from './per-person.ts';
import { createProcessing, type Processing } from './processing.ts';
import { createProfiles, type Profiles } from './profiles.ts';

/** The people, apps, tokens and switches of one network. */
export type MetaWorld = {
  readonly context: SandboxContext;
  readonly clock: SandboxClock;
  readonly ids: MetaIds;
  readonly apps: Apps;
  readonly profiles: Profiles;
  readonly codes: OAuthCodes;
  readonly tokens: Tokens;
  readonly countdown: CallCountdown;
  readonly usage: Usage;
  readonly scriptedErrors: ScriptedErrors;
  readonly processing: Processing;
  readonly crawlerFailures: CrawlerFailures;
  /** Longest wait of the crawler for the first byte of a file. */
  readonly crawlerPatienceMs: PerPerson<number>;
  readonly ignoredParameters: IgnoredParameters;
  readonly refreshRule: PerPerson<RefreshRule>;
  /** The error of a call without permission. */
  readonly permissionError: PerPerson<GraphFailure>;
  readonly restricted: PerPerson<boolean>;
  /** True: published posts are read without their permalink, which Meta sometimes omits. */
  readonly permalinkHidden: PerPerson<boolean>;
  readonly insightsEmpty: PerPerson<boolean>;
  clear(): void;
};

export function createMetaWorld(
  context: SandboxContext,
  options: {
    readonly network: NetworkName;
    readonly tokenPrefix: { readonly short: string; readonly long: string };
  },
): MetaWorld {
  const { clock, randomHex } = context;
  const builtInApp: AppRegistration = {
    clientId: `sandbox-${options.network}-app`,
    clientSecret: `sandbox-${options.network}-secret`,
    redirectUris: ['http://127.0.0.1:*', 'http://localhost:*'],
  };
  const state = {
    apps: createApps(builtInApp),
    profiles: createProfiles(),
    codes: createOAuthCodes({ clock, randomHex }),
    tokens: createTokens({ clock, randomHex, prefix: options.tokenPrefix }),
    countdown: createCallCountdown(),
    usage: createUsage({ network: options.network }),
    scriptedErrors: createScriptedErrors(),
    processing: createProcessing(),
    crawlerFailures: createCrawlerFailures(),
    crawlerPatienceMs: createPerPerson(CRAWLER_PATIENCE_MS),
    ignoredParameters: createIgnoredParameters({ clock }),
    refreshRule: createPerPerson<RefreshRule>(ordinaryRefresh),
    permissionError: createPerPerson<GraphFailure>(permissionMissing),
    restricted: createPerPerson(false),
    permalinkHidden: createPerPerson(false),
    insightsEmpty: createPerPerson(false),
  };
  return {
    context,
    clock,
    ids: createMetaIds({ randomHex }),
    ...state,
    clear() {
      for (const part of Object.values(state)) part.clear();
    },
  };
}
