import type { Account, HubType, OAuthPlatform } from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import { type Api, createApi, type Project } from '../api.ts';
import type { Declinable, Implementation, WireAnswer, WireRequest, World } from '../implementation.ts';
import { PROBE_CONTENT } from './comparable.ts';
import { type Known, type KnownAccount, type KnownHub, toKnownAccount } from './known.ts';

/** The two that are held against each other; one of each for all sequences. */
export type Sides = { readonly implementations: readonly [server: Implementation, mock: Implementation] };

type Cast = {
  readonly platform: OAuthPlatform;
  readonly profileId?: string;
  readonly end?: 'expired' | 'revoked';
  /** They administer a company page, which comes with them. */
  readonly hasPage?: true;
  readonly without?: readonly Declinable[];
};

/**
 * Five that count, as many as the smallest plan has; connecting an Instagram account as well is too
 * much for it.
 */
const SMALL_CAST: readonly Cast[] = [
  { platform: 'x', profileId: 'customer-1' },
  { platform: 'linkedin', end: 'revoked' },
  { platform: 'threads', profileId: 'customer-2' },
  { platform: 'linkedin' },
  { platform: 'x', end: 'expired' },
  { platform: 'x', profileId: 'customer-2' },
];
const CAST: readonly Cast[] = [
  ...SMALL_CAST,
  { platform: 'instagram', profileId: 'customer-1' },
  { platform: 'threads', end: 'expired' },
  { platform: 'linkedin', hasPage: true },
  { platform: 'linkedin', end: 'expired' },
  { platform: 'threads', without: ['firstComments', 'metrics'] },
];

/**
 * The accounts of a sequence: a new project on both sides, with the same accounts in the same
 * states.
 */
export type Stage = { readonly worlds: readonly [World, World]; readonly known: Known };

type Side = { readonly world: World; readonly api: Api; readonly project: Project };

let people = 0;

async function enter(implementation: Implementation, plan: PlanName): Promise<Side> {
  const world = await implementation.world();
  const api = createApi(world, () => undefined);
  return { world, api, project: await api.project(plan) };
}

export async function setStage({ implementations }: Sides, plan: PlanName): Promise<Stage> {
  const [server, mock] = await Promise.all([enter(implementations[0], plan), enter(implementations[1], plan)]);
  await keepPace([server.world, mock.world]);
  const run = `${Date.now().toString(36)}${(people++).toString(36)}`;
  const cast = plan === 'free' ? SMALL_CAST : CAST;
  const strangers = await Promise.all([server, mock].map((side) => stranger(side, `${run}f`)));
  const [wordpress, micropub] = await Promise.all([
    knownHub([server.world, mock.world], 'wordpress', `${run}w`),
    knownHub([server.world, mock.world], 'micropub', `${run}m`),
  ]);
  const accounts = await Promise.all(
    [server, mock].map((side, at) => castAll(side, cast, { run, hub: plan === 'free' ? null : keyOf(wordpress, at) })),
  );
  if (plan === 'free') await Promise.all([server, mock].map((side, at) => useUp(side, accounts[at]!)));
  const [foreign, ofMock] = strangers as [Stranger, Stranger];
  const [ones, others] = accounts as [Account[], Account[]];
  return {
    worlds: [server.world, mock.world],
    known: {
      keys: [server.project.apiKey, mock.project.apiKey],
      foreign: { account: [foreign.account, ofMock.account], post: [foreign.post, ofMock.post] },
      accounts: ones.map((account, at): KnownAccount => toKnownAccount(account, others[at]!)),
      hubs: { wordpress, micropub },
      posts: [],
      xPosts: [[foreign.xPost, ofMock.xPost]],
      cursors: [],
      etags: new Map(),
      drafts: [],
      media: [],
      hosted: [[unknownFile(server), unknownFile(mock)]],
      published: [],
    },
  };
}

const unknownFile = ({ world }: Side): string => `${world.baseUrl}/m/${'0'.repeat(32)}/a.jpg`;

async function knownHub(worlds: readonly [World, World], type: HubType, username: string): Promise<KnownHub> {
  const [server, mock] = await Promise.all(
    worlds.map(async (world) => {
      const user = await world.hubUser(type, username, 'publish');
      return { hubUrl: user.hubUrl, apiKey: await world.hubKey(user) };
    }),
  );
  return { username, hubUrl: [server!.hubUrl, mock!.hubUrl], apiKey: [server!.apiKey, mock!.apiKey] };
}

const keyOf = ({ username, hubUrl, apiKey }: KnownHub, side: number) => ({
  ...{ username, hubUrl: hubUrl[side], apiKey: apiKey[side] },
});

type Stranger = { readonly account: string; readonly post: string; readonly xPost: string };

/**
 * Another customer's project: its data must look as if they did not exist, except what X shows to
 * everybody.
 */
async function stranger({ api }: Side, username: string): Promise<Stranger> {
  const project = await api.project('self_hosted');
  const account = await project.connect('x', { username });
  const platforms = [{ platform: 'x', accountId: account.id }];
  const { id, targets } = await project.publish({ content: `Not yours, ${username}`, platforms });
  return { account: account.id, post: id, xPost: targets[0]!.platformPostId! };
}

/** One after the other: lists show them in the order in which they came. */
async function castAll(
  { world, project }: Side,
  cast: readonly Cast[],
  { run, hub }: { readonly run: string; readonly hub: object | null },
): Promise<Account[]> {
  for (const [at, { platform, profileId, end, hasPage, without }] of cast.entries()) {
    const account = await project.connect(platform, {
      username: `${run}${at}`,
      pages: hasPage ? [`${run}${at}p`] : [],
      ...(profileId !== undefined && { profileId }),
      ...(without && { without }),
    });
    if (end === 'revoked') await project.call('DELETE', `/accounts/${account.id}`);
    if (end === 'expired') await letExpire({ world, project }, account);
    const { body } = await project.call('GET', `/accounts/${account.id}`);
    const { status } = (body as { account: Account }).account;
    if (status !== (end ?? 'active')) throw new Error(`The account should be ${end} and is ${status}.`);
  }
  if (hub) await project.call('POST', '/accounts/connect-hub', { body: { ...hub, type: 'wordpress' } });
  const { body } = await project.call('GET', '/accounts?includeRevoked=true');
  return (body as { accounts: Account[] }).accounts;
}

/** Leaves 5 of a hundred units: 65 are for a link on X, 30 for fifteen posts with comments. */
async function useUp({ api, project }: Side, accounts: readonly Account[]): Promise<void> {
  const active = (wanted: OAuthPlatform): string =>
    accounts.find(({ platform, status }) => platform === wanted && status === 'active')!.id;
  const link = { platform: 'x', accountId: active('x'), content: 'Soon: https://example.com' };
  const commented = Array.from({ length: 15 }, (_, at) => {
    return { platform: 'threads', accountId: active('threads'), content: `Soon, ${at}`, firstComment: 'First' };
  });
  const publishAt = await api.in(3_600_000);
  await project.publish({ publishAt, platforms: [link, ...commented.slice(0, 9)] });
  await project.publish({ publishAt, platforms: commented.slice(9) });
}

/**
 * The service finds out by a publish. How that one fails is a matter of the network, so that
 * `comparable` leaves it out.
 */
async function letExpire({ world, project }: Pick<Side, 'world' | 'project'>, account: Account): Promise<void> {
  await world.lapse(account, 'expired');
  await project.publish({ content: PROBE_CONTENT, platforms: [{ platform: account.platform, accountId: account.id }] });
}

/**
 * Brings the mock's clock to the server's: both count a scheduled post in the same month. No two
 * requests come in the same millisecond. Returns what time it is on both sides.
 */
export async function keepPace([server, mock]: readonly [World, World]): Promise<readonly [number, number]> {
  const serverMs = await server.now();
  await mock.pass(Math.max(2, serverMs - (await mock.now())));
  return [serverMs, await mock.now()];
}

/** Sends a request to both at once. */
export const sendBoth = (
  [server, mock]: readonly [World, World],
  requests: readonly [WireRequest, WireRequest],
): Promise<[WireAnswer, WireAnswer]> => Promise.all([server.send(requests[0]), mock.send(requests[1])]);
