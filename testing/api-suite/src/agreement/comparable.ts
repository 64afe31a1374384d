import type { FileName, WireAnswer } from '../implementation.ts';

/**
 * An answer in a form that is the same on both sides: without ids, times and what only a network
 * knows.
 */
export type Comparable = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly body: unknown;
};

/**
 * Names the ids of one side by the order in which they appear, so that those of both sides are
 * alike.
 */
export type Namer = (id: string) => string;

export function createNamer(): Namer {
  const names = new Map<string, string>();
  return (id) => {
    const name = names.get(id) ?? `${id.slice(0, id.indexOf('_'))} ${names.size + 1}`;
    names.set(id, name);
    return name;
  };
}

const HEADERS = [
  'allow',
  'cache-control',
  'content-type',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'idempotency-mismatch',
  'origin-agent-cluster',
  'referrer-policy',
  'retry-after',
  'www-authenticate',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
const ID = /\b(?:acc|post|tgt|prj|ws|key|whk|evt|dlv|med|drf)_[0-9a-z]{26,}\b/gi;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Ids of a network, and addresses of pages. */
const NAMES_OF_NETWORKS = [
  'platformPostId',
  'commentId',
  'platformRepostId',
  'platformUserId',
  'nextCursor',
  'authUrl',
];
const COUNTS = ['views', 'likes', 'comments', 'shares', 'saves'];

type Deps = {
  readonly name: Namer;
  readonly file: (name: FileName) => string;
  /** The caller's own id of the request, where it is well-formed. */
  readonly requestId: string | null;
};

/** The comparable form of an answer. */
export function comparable(deps: Deps, { status, headers, body }: WireAnswer): Comparable {
  const id = headers.get('x-request-id');
  return {
    status,
    headers: {
      ...Object.fromEntries(HEADERS.map((name) => [name, headers.get(name)])),
      etag: headers.has('etag') ? 'SOME' : null,
      'x-request-id': id === null ? null : id === deps.requestId ? 'the caller’s' : 'SOME',
    },
    body: plain(deps, body, { id, isLast: false }),
  };
}

/** Names that each hub gives to itself, its users and its spaces. */
const NAMES_OF_HUBS: readonly (readonly [sign: string, names: readonly string[]])[] = [
  ['defaultSpaceSlug', ['url', 'name']],
  ['isDefault', ['id', 'url']],
];

/** Content of the post by which a service finds out that an account has expired. */
export const PROBE_CONTENT = 'Is anybody there?';

type Place = {
  readonly id: string | null;
  /**
   * Within the post by which an account expired: its network says why it failed, and the mock’s
   * account had expired before.
   */
  readonly isLast: boolean;
};

/** Lists that the mock has at once and the service a moment later, with their counts. */
const LISTS_IN_TIME = ['events', 'deliveries'];
const COUNTS_IN_TIME = ['missed', 'replayed'];

function plain(deps: Deps, value: unknown, place: Place): unknown {
  if (typeof value === 'string') return plainText(deps, value);
  if (Array.isArray(value)) return value.map((item) => plain(deps, item, place));
  if (typeof value !== 'object' || value === null) return value;
  const list = 'hasMore' in value && LISTS_IN_TIME.find((name) => name in value);
  if (list) return `LIST OF ${list}`;
  // What a receiver answered to a test.
  if ('delivered' in value && 'durationMs' in value) return Object.keys(value).sort();
  const isLast = place.isLast || ('content' in value && value.content === PROBE_CONTENT);
  const isTarget = 'platformPostId' in value;
  const ofHubs = NAMES_OF_HUBS.flatMap(([sign, names]) => (sign in value ? names : []));
  const isHubAccount = 'platform' in value && value.platform === 'hub' && 'username' in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'requestId') return [name, part === place.id ? 'the header’s' : part];
      // Each side has its own documentation.
      if (name === 'docUrl' && typeof part === 'string') return [name, part.replace(/^.*(?=\/errors#)/, 'DOCS')];
      if (ofHubs.includes(name) || (isHubAccount && name === 'username')) return [name, part === null ? null : 'SOME'];
      if (NAMES_OF_NETWORKS.includes(name) || (name === 'url' && isTarget))
        return [name, part === null ? null : 'SOME'];
      // Whether a card can be made depends on the page behind the link, which only the service
      // reads.
      if (name === 'warnings' && isTarget && Array.isArray(part))
        return [name, part.filter((warning: { code: string }) => warning.code !== 'link_card_missing')];
      // A page of the service, and the name of its key.
      if (name === 'composeUrl' || name === 'createdBy') return [name, 'SOME'];
      if (name === 'secret') return [name, 'SOME'];
      if (COUNTS_IN_TIME.includes(name) && typeof part === 'number') return [name, 'SOME'];
      if (COUNTS.includes(name) && typeof part === 'number') return [name, 'SOME'];
      if (isLast && name.startsWith('error')) return [name, part === null ? null : 'SOME'];
      return [name, plain(deps, part, { ...place, isLast })];
    }),
  );
}

const NEAR_MS = 60 * 86_400_000;

/**
 * True for a time that comes from a clock. A day years from now is the request's own, and the first
 * of a month the quota's: both are the same on both sides.
 */
const isOfNow = (time: string): boolean =>
  Math.abs(Date.parse(time) - Date.now()) < NEAR_MS && !time.endsWith('-01T00:00:00.000Z');

const FILES: readonly FileName[] = ['harbour.jpg', 'roastery.jpg', 'beans.jpg', 'latte.png', 'cover.jpg', 'clip.mp4'];

/** Addresses of hosted files and of uploads, up to what is random. */
const HOSTED = /^https?:\/\/[^/]+\/(?:m\/[0-9a-f]{32}(?=\/)|uploads\/[\w-]{43}$)/;

/** The first message of a stream is a place in it, which has another name on each side. */
const FIRST_MESSAGE = /^id: \S+\n\n$/;

function plainText({ name, file }: Deps, text: string): string {
  if (FIRST_MESSAGE.test(text)) return 'STREAM';
  const named = text
    .replace(HOSTED, 'HOSTED')
    .replace(ID, name)
    .replace(TIME, (time) => (isOfNow(time) ? 'TIME' : time));
  return FILES.reduce((rest, of) => rest.replaceAll(file(of), `FILE ${of}`), named);
}
