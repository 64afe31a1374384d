import type { Simulator } from '../simulator.ts';
import type { GraphAnswer } from './graph/graph-answer.ts';
import type { GraphCall, GraphEndpoint, VersionStates } from './graph/graph-router.ts';
import type { NodeRules } from './graph/read-node.ts';
import type { MetaIds } from './ids.ts';
import type { InsightRules } from './insights.ts';
import type { ScopeCatalogue } from './login/authorize-window.ts';
import type { Token } from './login/tokens.ts';
import type { ViewRules } from './post-views.ts';
import type { MetaPost } from './posts.ts';
import type { MetaProfile } from './profiles.ts';
import type { PublishRules } from './publish.ts';
import type { MetaState } from './state.ts';

/** The parts of a network on Meta's Graph: facts, and `rules` with its state. */
export type MetaNetwork<Post extends MetaPost> = {
  readonly name: 'instagram' | 'threads';
  readonly brand: { readonly name: string; readonly color: string };
  /** First characters of its access tokens. */
  readonly tokenPrefix: { readonly short: string; readonly long: string };
  /** `ig` or `th`, as in `ig_exchange_token`. */
  readonly grantPrefix: string;
  readonly hosts: Simulator['hosts'];
  /** Paths of the code exchange: on the host `api`, or on `graph` with these paths. */
  readonly codeExchange: { readonly role: 'api' | 'graph'; readonly paths: readonly string[] };
  /** Versions under which the two calls for long-lived tokens exist too, such as `/v1.0`. */
  readonly tokenVersions: readonly string[];
  readonly scopes: {
    readonly all: ScopeCatalogue;
    readonly basic: string;
    readonly publish: string;
    readonly insights: string;
  };
  readonly paths: {
    /** `media` in `POST` and `GET /{user}/media` and in `POST /{user}/media_publish`. */
    readonly posts: string;
    readonly publishingLimit: string;
  };
  readonly builtInPeople: readonly MetaProfile[];
  readNewPerson(ids: MetaIds, body: Readonly<Record<string, unknown>>): MetaProfile;
  /** Error of a container that fails to process, when a test sets none. */
  readonly processingError: string;
  /** Name of a number in the `metrics` control → metric of this network. */
  readonly metricNames: Readonly<Record<string, string>>;
  /** Express paths of the public pages, with `:shortcode` or `:id`. */
  readonly pageRoutes: readonly string[];
  permalinkPath(post: Post): string;
  /** The path of a profile, such as `/@ada`. */
  profilePath(username: string): string;
  rules(state: MetaState<Post>): MetaRules<Post>;
};

/** The rules of a network for the state of a running simulator. */
export type MetaRules<Post extends MetaPost> = {
  readonly versions: VersionStates;
  /** The JSON text of a code exchange. */
  exchangeBody(token: Token, profile: MetaProfile): string;
  /** `POST /{user}/{posts}`, for the caller's own account. */
  createContainer(call: GraphCall): Promise<GraphAnswer>;
  /** `GET /{user}/{publishingLimit}`, for the caller's own account. */
  readPublishingLimit(call: GraphCall): GraphAnswer;
  readonly publishing: PublishRules<Post>;
  readonly nodes: NodeRules<Post>;
  readonly insights: InsightRules<Post>;
  readonly views: ViewRules<Post>;
  /** Calls that only this network has. */
  readonly endpoints: readonly GraphEndpoint[];
  /** Controls that only this network has. */
  readonly controls: Simulator['controls'];
  /** State that only this network has: resets it. */
  clear(): void;
};
