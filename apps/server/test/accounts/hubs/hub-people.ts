import type { Account, Target } from '@fanfare/contract';
import type { PostView } from '@fanfare/sandbox';
import type { Created, CreateRequest, Project, Reply, TestServer } from '../../harness.ts';

export const ROLES = ['wordpress', 'micropub'] as const;

export type HubRole = (typeof ROLES)[number];

/** The calls of each hub that make a post public. */
export const PUBLIC_CALL: Readonly<Record<HubRole, { readonly method: string; readonly path: string }>> = {
  wordpress: { method: 'POST', path: '^/wp-json/wp/v2/posts/\\d+$' },
  micropub: { method: 'POST', path: '^/micropub$' },
};

/** Somebody on one of the simulated hubs. No two tests share one. */
export type HubPerson = {
  readonly role: HubRole;
  readonly hubUrl: string;
  readonly username: string;
  /** A fresh one-time connect code. */
  code(): Promise<{ hubUrl: string; connectCode: string }>;
  /** A fresh API key, as this person would paste it. */
  key(): Promise<{ hubUrl: string; type: HubRole; username: string; apiKey: string }>;
  /** The person removes all keys. */
  revokeKeys(): Promise<void>;
  posts(): Promise<PostView[]>;
};

let people = 0;

export async function hubPerson({ sandbox }: TestServer, role: HubRole): Promise<HubPerson> {
  const username = `hub_person_${++people}`;
  const hubUrl = `${sandbox.url}/hub/${role}`;
  await sandbox.addProfile('hub', { role, username, name: `Person ${people}` });
  return {
    role,
    hubUrl,
    username,
    async code() {
      const { code } = (await sandbox.control('hub', 'connect-code', { role, username })) as { code: string };
      return { hubUrl, connectCode: code };
    },
    async key() {
      const { apiKey } = (await sandbox.control('hub', 'api-key', { role, username })) as { apiKey: string };
      return { hubUrl, type: role, username, apiKey };
    },
    revokeKeys: async () => void (await sandbox.control('hub', 'revoke-token', { role, username })),
    posts: () => sandbox.posts('hub', username),
  };
}

export const connectHub = (project: Project, body: object) =>
  project.call<{ account: Account }>('POST', '/api/v1/accounts/connect-hub', body);

/** An account of somebody new, and what it publishes. */
export type HubAccount = {
  readonly person: HubPerson;
  readonly project: Project;
  readonly account: Account;
  publish(content: Omit<CreateRequest, 'platforms'>): Promise<Reply<Created>>;
  /** The same, and returns its only target. */
  target(content: Omit<CreateRequest, 'platforms'>): Promise<Target>;
  /** The account as the API returns it now. */
  read(): Promise<Account>;
};

export async function hubAccount(server: TestServer, role: HubRole, given?: Project): Promise<HubAccount> {
  const project = given ?? (await server.createProject());
  const person = await hubPerson(server, role);
  const { status, text, body } = await connectHub(project, await person.code());
  if (status !== 201) throw new Error(`connecting returned ${status}: ${text}`);
  const { account } = body;
  const publish: HubAccount['publish'] = (content) =>
    project.publish({ ...content, platforms: [{ platform: 'hub', accountId: account.id }] });
  return {
    ...{ person, project, account, publish },
    async target(content) {
      const reply = await publish(content);
      if (reply.status !== 201) throw new Error(`publishing returned ${reply.status}: ${reply.text}`);
      return reply.body.post.targets[0]!;
    },
    read: async () => (await project.call<{ account: Account }>('GET', `/api/v1/accounts/${account.id}`)).body.account,
  };
}

/** Names of the keys that a person of the WordPress hub has, without the one that asks. */
export async function keysOnHub({ hubUrl, username, key }: HubPerson): Promise<string[]> {
  const { apiKey } = await key();
  const authorization = `Basic ${Buffer.from(`${username}:${apiKey}`).toString('base64')}`;
  const address = `${hubUrl}/?rest_route=/wp/v2/users/me/application-passwords`;
  const response = await fetch(address, { headers: { authorization } });
  const keys = (await response.json()) as { uuid: string; name: string }[];
  const asking = (await (await fetch(`${address}/introspect`, { headers: { authorization } })).json()) as {
    uuid: string;
  };
  await fetch(`${address}/${asking.uuid}`, { method: 'DELETE', headers: { authorization } });
  return keys.filter(({ uuid }) => uuid !== asking.uuid).map(({ name }) => name);
}

export type Stored = {
  readonly posts: readonly { readonly id: string; readonly status: string }[];
  readonly media: readonly { readonly id: string }[];
};

/** All that a hub stores, drafts and uploads included. */
export const storedOn = ({ sandbox }: TestServer, role: HubRole): Promise<Stored> =>
  sandbox.control('hub', 'contents', { role }) as Promise<Stored>;

/** Counts the drafts, public posts and uploads that came to a hub during `work`. */
export async function addedTo(
  server: TestServer,
  role: HubRole,
  work: () => Promise<unknown>,
): Promise<{ drafts: number; published: number; uploads: number }> {
  const before = await storedOn(server, role);
  await work();
  const after = await storedOn(server, role);
  const count = ({ posts }: Stored, isDraft: boolean) =>
    posts.filter(({ status }) => (status === 'draft') === isDraft).length;
  return {
    drafts: count(after, true) - count(before, true),
    published: count(after, false) - count(before, false),
    uploads: after.media.length - before.media.length,
  };
}
