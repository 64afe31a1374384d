import type { Account, AccountStatus, MediaFile, Platform, Post } from '@fanfare/contract';

/** The same thing as the server and as the mock call it. */
export type Pair = readonly [server: string, mock: string];

export type KnownAccount = { readonly platform: Platform; status: AccountStatus; readonly ids: Pair };

/** Someone on a hub of each type who may be connected, and their key. */
export type KnownHub = { readonly hubUrl: Pair; readonly username: string; readonly apiKey: Pair };

export type KnownPost = {
  readonly ids: Pair;
  readonly targets: readonly Pair[];
  readonly createdAt: Pair;
  isScheduled: boolean;
};

/**
 * Values that a sequence has met so far, by which its later requests name what there is. Nothing
 * here is compared.
 */
export type Known = {
  readonly keys: Pair;
  readonly foreign: { readonly account: Pair; readonly post: Pair };
  readonly accounts: KnownAccount[];
  readonly hubs: Readonly<Record<'wordpress' | 'micropub', KnownHub>>;
  readonly posts: KnownPost[];
  /** Ids that X gave to published posts; never empty. */
  readonly xPosts: Pair[];
  readonly cursors: Pair[];
  /** By the id of the post at the server. */
  readonly etags: Map<string, Pair>;
  /** Ids of drafts. */
  readonly drafts: Pair[];
  /** Ids of hosted files. */
  readonly media: Pair[];
  /** Their addresses, after that of an unknown one. */
  readonly hosted: Pair[];
  /** Bodies of accepted publishes as they were sent, each with its key. */
  readonly published: Pair[];
};

type Media = MediaFile | readonly MediaFile[];

/** The parts of an answer that later requests use. */
type Body =
  | {
      readonly post?: Post;
      readonly account?: Account;
      readonly draft?: { readonly id: string };
      readonly media?: Media;
      readonly nextCursor?: string | null;
      readonly deleted?: true;
    }
  | undefined;

/** Remembers the ids of a pair of agreeing answers. */
export function learn(known: Known, path: string, bodies: readonly [unknown, unknown], etags: Pair | null): void {
  const [server, mock] = bodies as readonly [Body, Body];
  if (server?.post && mock?.post) learnPost(known, server.post, mock.post, etags);
  if (server?.account && mock?.account) learnAccount(known, server.account, mock.account);
  if (server?.draft && mock?.draft && !known.drafts.some(([id]) => id === server.draft?.id))
    known.drafts.push([server.draft.id, mock.draft.id]);
  if (server?.media && mock?.media) learnMedia(known, server.media, mock.media);
  if (server?.nextCursor && mock?.nextCursor) known.cursors.push([server.nextCursor, mock.nextCursor]);
  if (!server?.deleted) return;
  const account = known.accounts.find(({ ids }) => path.includes(ids[0]));
  if (account) account.status = 'revoked';
}

function learnMedia(known: Known, server: Media, mock: Media): void {
  if (!('id' in server && 'id' in mock) || known.media.some(([id]) => id === server.id)) return;
  known.media.push([server.id, mock.id]);
  known.hosted.push([server.url, mock.url]);
}

/** A hub account that is connected again is as it was at first. */
function learnAccount(known: Known, server: Account, mock: Account): void {
  const old = known.accounts.find(({ ids }) => ids[0] === server.id);
  if (old) old.status = server.status;
  else known.accounts.push(toKnownAccount(server, mock));
}

function learnPost(known: Known, server: Post, mock: Post, etags: Pair | null): void {
  if (etags) known.etags.set(server.id, etags);
  const isScheduled = server.publishAt !== null && server.cancelledAt === null;
  const old = known.posts.find(({ ids }) => ids[0] === server.id);
  if (old) {
    old.isScheduled = isScheduled;
    return;
  }
  known.posts.push({
    ids: [server.id, mock.id],
    targets: server.targets.map((target, at): Pair => [target.id, mock.targets[at]?.id ?? '']),
    createdAt: [server.createdAt, mock.createdAt],
    isScheduled,
  });
  for (const [at, { platform, platformPostId }] of server.targets.entries()) {
    const twin = mock.targets[at]?.platformPostId;
    if (platform === 'x' && platformPostId && twin) known.xPosts.push([platformPostId, twin]);
  }
}

export const toKnownAccount = (server: Account, mock: Account): KnownAccount => ({
  platform: server.platform,
  status: server.status,
  ids: [server.id, mock.id],
});
