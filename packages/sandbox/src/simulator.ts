import type { Router } from 'express';
import type { PostView } from './post/post-view.ts';

/** The simulated networks. */
export type NetworkName = 'instagram' | 'threads' | 'x' | 'linkedin' | 'hub';

/** Sandbox time: real time plus skipped time (`POST /__sandbox/clock`). */
export type SandboxClock = {
  now(): number;
  advance(ms: number): void;
};

/** A file in memory for pages. `url` is an absolute address on this sandbox. */
export type Blob = { readonly id: string; readonly url: string; readonly contentType: string; readonly size: number };

export type FetchedMedia =
  | { readonly ok: true; readonly bytes: Buffer; readonly contentType: string; readonly sniffed: string | null }
  | { readonly ok: false; readonly reason: string };

/** The parts that the sandbox provides to every simulator. */
export type SandboxContext = {
  readonly clock: SandboxClock;
  /** Address of a role of a network, without a last slash: `http://127.0.0.1:4600/x/api`. */
  urlOf(network: NetworkName, role: string): string;
  readonly blobs: { put(bytes: Buffer, contentType: string): Blob };
  /** Downloads a file as a server that copies it: private addresses, 10 s, 64 MiB, no redirects. */
  fetchMedia(url: string): Promise<FetchedMedia>;
  /** Unpredictable hex, for tokens and codes. */
  randomHex(bytes: number): string;
};

/** A person or page to connect as, as the consent page and the control API list them. */
export type ProfileView = {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly kind: string;
  /** The role of the person, where each role has its own people, as on two hubs. */
  readonly role?: string;
  /** Pages on which the person gives an app access, where that needs no window of the network. */
  readonly links?: readonly { readonly label: string; readonly url: string }[];
};

/** A registered developer app. */
export type AppRegistration = {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Exact addresses; `http://127.0.0.1:*` style entries match any port (RFC 8252, section 7.3). */
  readonly redirectUris: readonly string[];
  /** The address at which Meta reports removals; other networks report nothing. */
  readonly deauthorizeUrl?: string;
  /** The address at which Meta requests that a person's data be deleted. */
  readonly dataDeletionUrl?: string;
};

/**
 * One simulated network. Written from the network's public documentation alone: a simulator never
 * imports an adapter, and no adapter imports a simulator, so that a misread fact shows as a
 * difference.
 */
export type Simulator = {
  readonly network: NetworkName;
  /** Role → router, mounted at `/{network}/{role}`, e.g. `{ api: …, web: … }`. */
  readonly routers: Readonly<Record<string, Router>>;
  /** The path for faults, where the query names the route (`?rest_route=`); else null. */
  readonly routeInQuery?: (role: string, path: string, query: string) => string | null;
  /** Real host → role, for client libraries that insist on the real host. */
  readonly hosts: Readonly<Record<string, string>>;
  profiles(): readonly ProfileView[];
  /**
   * Path of somebody's public profile on this sandbox; absent where the network has no such page.
   */
  profilePath?(username: string): string | null;
  addProfile(profile: Readonly<Record<string, unknown>>): ProfileView;
  registerApp(app: AppRegistration): void;
  findApp(clientId: string): AppRegistration | undefined;
  /** True where apps are called back when people leave: `deauthorizeUrl`, `dataDeletionUrl`. */
  readonly callsBack: boolean;
  /** Newest first. Reads live state on each call. */
  posts(): readonly PostView[];
  /** Controls for `POST /__sandbox/{network}/{name}`; a throw answers 400 with its message. */
  readonly controls: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>>;
  /** Returns to the state after start. */
  reset(): void;
};

export type CreateSimulator = (context: SandboxContext) => Simulator;
