import type { Account, OAuthPlatform, Target } from '@fanfare/contract';
import type { LoggedRequest, PostView } from '@fanfare/sandbox';
import { afterAll, beforeAll } from 'vitest';
import {
  type Created,
  type CreateRequest,
  type Overrides,
  type Project,
  type Reply,
  startTestServer,
  type TestServer,
} from './harness.ts';

/**
 * Content that one account publishes: a create request without its targets, and the fields of its
 * one target.
 */
type Content = Omit<CreateRequest, 'platforms'> & { readonly target?: Record<string, unknown> };

/**
 * A new person on a network, connected. No two tests share one, so that tests cannot see each
 * other's effects.
 */
export type Person = {
  readonly username: string;
  readonly account: Account;
  readonly project: Project;
  /** Publishes to this account alone. */
  publish(content: Content, key?: string): Promise<Reply<Created>>;
  /** The same; returns its only target. */
  target(content: Content): Promise<Target>;
  /** Posts of this person that readers of the network see, newest first. */
  posts(): Promise<PostView[]>;
  /** The network's requests since this person was connected. */
  calls(): Promise<LoggedRequest[]>;
  /**
   * The calls that changed something, as `POST /2/tweets`, without those that revoke a token; ids
   * are written `{me}` and `{id}`.
   */
  writes(): Promise<string[]>;
  /** A control of the sandbox for this person alone. */
  control(name: string, body?: Record<string, unknown>): Promise<unknown>;
  /** The account as the API returns it now. */
  read(): Promise<Account>;
};

export type ServerOfFile = TestServer & {
  /** A new person, connected to `project` (one of their own when absent). */
  person(platform: OAuthPlatform, options?: PersonOptions): Promise<Person>;
};

type PersonOptions = { project?: Project; profile?: Record<string, unknown> };

/** A whole service for the tests of a file, started before the first and stopped after the last. */
export function useServer(overrides?: Overrides): ServerOfFile {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(overrides);
  });
  afterAll(async () => {
    await server.stop();
    // The modules of a file stay in its worker, and would keep a server with all that it holds.
    server = undefined as never;
  });

  const own = {
    person: (platform: OAuthPlatform, options?: PersonOptions) => personOf(server, platform, options),
  };
  // The server exists only once `beforeAll` has run; later reads of a field find it.
  return new Proxy(own, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : Reflect.get(server, name)),
  }) as ServerOfFile;
}

let people = 0;

/** A new person on a network, connected at this server. */
export async function personOf(
  server: TestServer,
  platform: OAuthPlatform,
  options: PersonOptions = {},
): Promise<Person> {
  const username = `person_${++people}`;
  const project = options.project ?? (await server.createProject());
  await server.sandbox.addProfile(platform, { username, name: `Person ${people}`, ...options.profile });
  const account = await project.connect(platform, username);
  return createPerson(server, project, username, account, await lastCall(server, platform));
}

async function lastCall(server: TestServer, platform: string): Promise<number> {
  return (await server.sandbox.requests(platform)).at(-1)?.id ?? 0;
}

function createPerson(
  server: TestServer,
  project: Project,
  username: string,
  account: Account,
  connectedAt: number,
): Person {
  const { platform } = account;
  const person: Person = {
    username,
    account,
    project,
    publish: ({ target, ...content }, key) =>
      project.publish({ ...content, platforms: [{ platform, accountId: account.id, ...target }] }, key),
    async target(content) {
      const reply = await person.publish(content);
      if (reply.status !== 201) throw new Error(`publishing answered ${reply.status}: ${reply.text}`);
      return reply.body.post.targets[0]!;
    },
    posts: () => server.sandbox.posts(platform, username),
    calls: () => server.sandbox.requests(platform, connectedAt),
    writes: async () =>
      (await person.calls())
        .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/revoke'))
        .map(({ method, path }) => `${method} ${withoutIds(path, account.platformUserId)}`),
    control: (name, body) => server.sandbox.control(platform, name, { username, ...body }),
    read: async () => (await project.call<{ account: Account }>('GET', `/api/v1/accounts/${account.id}`)).body.account,
  };
  return person;
}

function withoutIds(path: string, me: string): string {
  return path
    .replace(me, '{me}')
    .replace(/^\/v\d+\.\d+/, '')
    .replace(/\d{10,}/g, '{id}');
}

/** The form fields of a logged call, without its token. */
export function formOf(call: LoggedRequest): Record<string, string> {
  const { access_token: _, ...form } = Object.fromEntries(new URLSearchParams(call.body ?? ''));
  return form;
}

export function jsonOf(call: LoggedRequest): unknown {
  return JSON.parse(call.body ?? 'null');
}
