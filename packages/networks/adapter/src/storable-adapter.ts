import type { AccountCall, Clock, Credential, Profile } from './account-call.ts';
import type { NetworkAdapter, OAuthConnect, ProfilesAnswer } from './adapter.ts';
import { NetworkError } from './network-error.ts';
import type { Call, HiddenStep, Prepared, PublicWrite, Refused, Sent, Verdict } from './public-write.ts';
import type { Secret } from './secret.ts';
import { storableCount, storableEnd, storableHandle, storableId, storableText, storableUrl } from './storable.ts';

const MOST_NAME_CHARS = 255;
const MOST_WARNING_CHARS = 500;
const MOST_SCOPES = 100;
const MOST_OTHER_IDS = 20;
const MOST_PROFILES = 1_000;
const MOST_WAIT_MS = 15 * 60_000;

/**
 * The adapter with every value it returns made fit for storage; all values of a network enter the
 * service here. Texts are well-formed and of bounded length, numbers are finite and bounded, and a
 * token that no header can carry is refused. Errors need nothing: `redact` makes their texts
 * storable. Values that are already storable do not change.
 *
 * @example
 * const adapter = storableAdapter(createX(config));
 */
export function storableAdapter<Adapter extends NetworkAdapter>(adapter: Adapter): Adapter {
  const { connect, comment, repost, unpublish, permalink, readPostUrl, metrics, removal } = adapter;
  return {
    ...adapter,
    ...(connect && { connect: storableConnect(connect) }),
    publish: storableWrite(adapter.publish),
    ...(comment && { comment: storableWrite(comment) }),
    ...(repost && { repost: storableWrite(repost) }),
    ...(unpublish && { unpublish: storableWrite(unpublish) }),
    ...(permalink && {
      permalink: async (call: AccountCall, id: string) => storableUrl(await permalink.call(adapter, call, id)),
    }),
    ...(readPostUrl && { readPostUrl: (url: URL) => storableId(readPostUrl.call(adapter, url)) }),
    ...(metrics && {
      metrics: async (...given: Parameters<typeof metrics>) => {
        const { views, likes, comments, shares, saves } = await metrics.apply(adapter, given);
        return {
          views: storableCount(views),
          likes: storableCount(likes),
          comments: storableCount(comments),
          shares: storableCount(shares),
          saves: storableCount(saves),
        };
      },
    }),
    ...(removal && {
      removal: {
        readSignedRequest(text: string, now: number) {
          const answer = removal.readSignedRequest(text, now);
          if (!answer.ok) return answer;
          const platformUserId = storableId(answer.platformUserId);
          return platformUserId === null ? { ok: false, reason: 'malformed' } : { ...answer, platformUserId };
        },
      },
    }),
  };
}

function storableConnect(connect: OAuthConnect): OAuthConnect {
  const { refresh, subscription } = connect;
  return {
    ...connect,
    exchange: async (io, input) => storableCredential(await connect.exchange(io, input), io.clock, 'new'),
    profiles: async (io, credential) => storableProfiles(await connect.profiles(io, credential)),
    ...(refresh && {
      refresh: async (io, credential) =>
        storableCredential(await refresh.call(connect, io, credential), io.clock, 'renewed'),
    }),
    ...(subscription && {
      subscription: async (io, credential) => storableSubscription(await subscription.call(connect, io, credential)),
    }),
  };
}

/** An expiry in the past is a mistake and counts as unknown. A refresh may keep another. */
function storableCredential(credential: Credential, clock: Clock, kind: 'new' | 'renewed'): Credential {
  const now = clock.now();
  const { accessToken, refreshToken, scopes } = credential;
  const endOf = (end: unknown): number | null => {
    const stored = storableEnd(end, now);
    return stored !== null && stored < now ? null : stored;
  };
  return {
    accessToken: sendable(accessToken),
    refreshToken: refreshToken === null ? null : sendable(refreshToken),
    expiresAt: endOf(credential.expiresAt),
    refreshExpiresAt:
      kind === 'new' ? endOf(credential.refreshExpiresAt) : storableEnd(credential.refreshExpiresAt, now),
    scopes: textsOf(scopes, MOST_SCOPES, (scope) => storableText(scope, MOST_NAME_CHARS)),
  };
}

/** Tokens are visible ASCII (RFC 6749, appendix A.12 and A.17), as headers need. */
function sendable(token: Secret): Secret {
  if (/^[\x20-\x7e]+$/.test(token.reveal())) return token;
  throw new NetworkError({
    code: 'network_unavailable',
    outcome: 'rejected',
    message: 'The network issued a token that cannot be sent.',
  });
}

function storableProfiles(answer: ProfilesAnswer): ProfilesAnswer {
  if (!answer.ok) return answer;
  const [first, ...others] = answer.profiles.slice(0, MOST_PROFILES).flatMap(storableProfile);
  if (first) return { ok: true, profiles: [first, ...others] };
  throw new NetworkError({
    code: 'network_unavailable',
    outcome: 'rejected',
    message: 'The network named a profile without an id.',
  });
}

const storableSubscription = (name: string | undefined): string | undefined =>
  typeof name === 'string' ? storableText(name, MOST_NAME_CHARS) : undefined;

function storableProfile({ platformUserId, username, otherIds, subscription }: Profile): readonly Profile[] {
  const id = storableId(platformUserId);
  if (id === null) return [];
  const name = typeof username === 'string' ? storableText(username, MOST_NAME_CHARS) : '';
  return [
    {
      platformUserId: id,
      username: name === '' ? id : name,
      otherIds: textsOf(otherIds, MOST_OTHER_IDS, (other) => storableId(other) ?? ''),
      ...(subscription !== undefined && { subscription: storableSubscription(subscription) }),
    },
  ];
}

function textsOf(list: readonly string[], most: number, toStored: (text: string) => string): readonly string[] {
  const texts = list.filter((text) => typeof text === 'string').map(toStored);
  return [...new Set(texts)].filter((text) => text !== '').slice(0, most);
}

function storableWrite<Input>(write: PublicWrite<Input>): PublicWrite<Input> {
  const { leaveOut, discard } = write;
  return {
    async prepare(call, input): Promise<Prepared> {
      const { handle, ...rest } = await write.prepare(storing(call), input);
      return { ...rest, handle: handle === null ? null : storableHandle(handle) };
    },
    send: async (call, prepared) => toSent(await write.send(storing(call), prepared)),
    reconcile: async (call, attempt) => toVerdict(await write.reconcile(storing(call), attempt)),
    ...(leaveOut && { leaveOut: (call: Call, refused: Refused) => leaveOut.call(write, storing(call), refused) }),
    ...(discard && { discard: discard.bind(write) }),
  };
}

const toSent = ({ platformPostId, url }: Sent): Sent => ({
  platformPostId: storableId(platformPostId),
  url: storableUrl(url),
});

function toVerdict(verdict: Verdict): Verdict {
  if (verdict.state === 'live') return { ...verdict, ...toSent(verdict) };
  if (verdict.state === 'resend')
    return { state: 'resend', afterMs: Math.min(storableCount(verdict.afterMs) ?? 0, MOST_WAIT_MS) };
  return verdict;
}

/** The call for an adapter. Handles of hidden steps are made storable for the journal. */
function storing(call: Call): Call {
  return {
    ...call,
    step: ({ send, ...step }: HiddenStep) =>
      call.step({
        ...step,
        send: async (warn) =>
          storableHandle(
            await send((warning) => warn({ ...warning, message: storableText(warning.message, MOST_WARNING_CHARS) })),
          ) ?? '',
      }),
  };
}
