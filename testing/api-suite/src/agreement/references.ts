import type { FileName } from '../implementation.ts';
import type { Known, KnownAccount, KnownPost } from './known.ts';

/** The length of the value for `{{nonce}}`: lengths at the edge of a limit count on it. */
export const NONCE_CHARS = 12;

/** The values that a side needs to write its request. */
export type Writing = {
  readonly side: 0 | 1;
  readonly known: Known;
  /** Another for every request, the same on both sides. */
  readonly nonce: string;
  readonly nowMs: number;
  readonly file: (name: FileName) => string;
  /** The post its path names; targets are looked for there. */
  post: KnownPost | null;
};

/** Ids of the right form that do not exist. */
const UNKNOWN = {
  account: 'acc_01m3xtwm0vet08x5hq5vvts79j',
  post: 'post_01m7w4n5ntfm78mh9vvwca3vx0',
  target: 'tgt_01m7w4n5nvfv4rmbbvk5fdrvce',
  media: 'med_01m7w4k2rvf0t9d6q1x8c3n5ya',
  draft: 'drf_01m7w4n6h8e5s9yv2k0qd3x7bn',
};

/**
 * Writes a text of one side: `{{account:x:active:0}}`, `{{post:scheduled:3}}`, `{{target:0}}`,
 * `{{xpost:0}}`, `{{media:0}}`, `{{draft:0}}`, `{{hosted:0}}`, `{{cursor:0}}`, `{{created:0}}`,
 * `{{etag}}`, `{{foreign:account}}`, `{{hub:wordpress:url}}`, `{{hub:micropub:key}}`,
 * `{{hub:wordpress:username}}`, `{{in:3600000}}`, `{{file:harbour.jpg}}`, `{{key}}`, `{{nonce}}`,
 * `{{nonce:b}}` for a second text of one request, as long as the first; `{{again:0}}` is the whole
 * body of an accepted publish, `{{changed:0}}` the same with another content; `{{fill:100}}` is
 * white space up to so many bytes. Numbers wrap round; where there is nothing to refer to, the id
 * is unknown.
 */
export function write(writing: Writing, text: string): string {
  const written = text.replace(/\{\{([a-z]+)(?::([^}]*))?\}\}/g, (whole, kind: string, rest: string = '') =>
    kind === 'fill' ? whole : one(writing, kind, rest.split(':')),
  );
  // White space up to so many bytes of the whole.
  return written.replace(/\{\{fill:(\d+)\}\}/, (hole, bytes: string) =>
    ' '.repeat(Math.max(0, Number(bytes) - Buffer.byteLength(written) + hole.length)),
  );
}

function one(writing: Writing, kind: string, words: readonly string[]): string {
  const { side, known, nonce } = writing;
  const [first = '', second = ''] = words;
  switch (kind) {
    case 'key':
      return known.keys[side];
    case 'nonce':
      return first === '' ? nonce : `${first}${nonce.slice(first.length)}`;
    case 'in':
      return new Date(writing.nowMs + Number(first)).toISOString();
    case 'file':
      return writing.file(first as FileName);
    case 'account':
      return accountOf(known, words)?.ids[side] ?? UNKNOWN.account;
    case 'post': {
      writing.post = nth(postsOf(known, first), second) ?? null;
      const id = writing.post?.ids[side] ?? UNKNOWN.post;
      return words[2] === 'upper' ? id.toUpperCase() : id;
    }
    case 'target':
      return nth(writing.post?.targets ?? [], first)?.[side] ?? UNKNOWN.target;
    case 'hub': {
      const { username, hubUrl, apiKey } = known.hubs[first === 'micropub' ? 'micropub' : 'wordpress'];
      return second === 'username' ? username : (second === 'url' ? hubUrl : apiKey)[side];
    }
    case 'media':
      return nth(known.media, first)?.[side] ?? UNKNOWN.media;
    case 'draft':
      return nth(known.drafts, first)?.[side] ?? UNKNOWN.draft;
    case 'hosted':
      return nth(known.hosted, first)![side];
    case 'xpost':
      return nth(known.xPosts, first)![side];
    case 'cursor':
      return nth(known.cursors, first)?.[side] ?? '';
    case 'created':
      return nth(known.posts, first)?.createdAt[side] ?? '2026-11-20T09:00:00.000Z';
    case 'etag':
      return (writing.post && known.etags.get(writing.post.ids[0])?.[side]) ?? '"none"';
    case 'again':
      return nth(known.published, first)?.[side] ?? '{}';
    case 'changed':
      return JSON.stringify({ ...JSON.parse(nth(known.published, first)?.[side] ?? '{}'), content: 'Something else' });
    case 'foreign':
      return known.foreign[first === 'post' ? 'post' : 'account'][side];
    default:
      throw new RangeError(`There is no reference ${kind}.`);
  }
}

function accountOf({ accounts }: Known, [platform, status, at, form]: readonly string[]): KnownAccount | null {
  const fitting = accounts.filter(
    (account) =>
      (platform === 'any' || account.platform === platform) && (status === 'any' || account.status === status),
  );
  const found = nth(fitting, at ?? '0');
  if (!found || form !== 'upper') return found ?? null;
  return { ...found, ids: [found.ids[0].toUpperCase(), found.ids[1].toUpperCase()] };
}

const postsOf = ({ posts }: Known, kind: string): readonly KnownPost[] =>
  kind === 'scheduled'
    ? posts.filter(({ isScheduled }) => isScheduled)
    : kind === 'sent'
      ? posts.filter(({ isScheduled }) => !isScheduled)
      : posts;

const nth = <Item>(items: readonly Item[], at: string): Item | undefined =>
  items[Number(at) % Math.max(1, items.length)];
