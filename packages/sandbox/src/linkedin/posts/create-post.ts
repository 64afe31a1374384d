import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Caller } from '../admit.ts';
import { writerRefusal } from '../page-roles.ts';
import { actorOf } from '../people.ts';
import { textAt, valueAt } from '../restli/body-path.ts';
import { duplicatePost, invalidValue, refusal, schemaRefusal, tooLong, wrongUrnType } from '../restli/refusals.ts';
import { empty, type Reply } from '../restli/reply.ts';
import { readJson } from '../restli/request-body.ts';
import { schemaProblems } from '../restli/restli-schema.ts';
import { nextId, readUrn } from '../urns.ts';
import type { Post, World } from '../world.ts';
import { renderLittleText } from './little-text.ts';
import { type ReadContent, readContent } from './post-content.ts';
import { postSchema } from './post-schema.ts';
import { reshareRefusal } from './reshare.ts';

/** The length without escapes, in UTF-16 units (the strictest reading). */
const MAX_COMMENTARY = 3_000;

/** `POST /rest/posts`: 201 with headers only. */
export async function createPost(world: World, caller: Caller, req: Request): Promise<Reply> {
  const read = await readJson(req);
  if (!read.ok) return read.reply;
  const body = read.value;
  const problems = schemaProblems(postSchema, body);
  if (problems.length > 0) return schemaRefusal(problems);
  const author = textAt(body, 'author');
  const refused =
    authorRefusal(world, caller, author) ?? fieldRefusal(world, body, author) ?? reshareRefusal(world, body);
  if (refused) return refused;
  const content = readContent(world, valueAt(body, 'content'), author);
  if (!content.ok) return content.reply;

  const commentary = textAt(body, 'commentary');
  if (commentary.trim() === '' && content.value.kind === 'none') {
    return refusal(400, 'INVALID_VALUE_BLANK_FIELD', "commentary can't be blank");
  }
  const duplicate = duplicateRefusal(world, fingerprintOf(author, commentary, body, content.value));
  if (duplicate) return duplicate;

  const post = addPost(world, caller, body, content.value);
  const { settings } = world;
  if (settings.postsWithoutId > 0) {
    settings.postsWithoutId -= 1;
    return empty(201);
  }
  return empty(201, {
    'x-restli-id': post.urn,
    'x-linkedin-id': post.urn,
    location: `/posts/${encodeURIComponent(post.urn)}`,
  });
}

function authorRefusal(world: World, caller: Caller, author: string): Reply | null {
  const urn = readUrn(author);
  if (!urn) return refusal(400, 'INVALID_URN_ID', 'The URN ID provided is invalid');
  if (urn.type !== 'person' && urn.type !== 'organization') {
    return wrongUrnType('/author', author, 'urn:li:person or urn:li:organization');
  }
  return writerRefusal(world, caller, { urn: author, as: 'author', path: '/author' });
}

function fieldRefusal({ settings }: World, body: unknown, author: string): Reply | null {
  const lifecycleState = textAt(body, 'lifecycleState');
  if (lifecycleState !== 'PUBLISHED') return invalidValue('lifecycleState', lifecycleState);
  const visibility = textAt(body, 'visibility');
  const isPage = author.startsWith('urn:li:organization:');
  if (isPage && visibility !== 'PUBLIC') return invalidValue('visibility', visibility);
  const commentary = textAt(body, 'commentary');
  const { unescapedLength, kept } = renderLittleText(commentary);
  if (unescapedLength > MAX_COMMENTARY) return tooLong('commentary', unescapedLength, MAX_COMMENTARY);
  const isCut = kept.length < commentary.length;
  return isCut && settings.malformedText === 'refuse' ? invalidValue('commentary', commentary) : null;
}

/** Duplicates have the same author, text and bytes of files, also after a new upload. */
function fingerprintOf(author: string, commentary: string, body: unknown, content: ReadContent): string {
  const files = content.attachments.map(({ media }) => media.file?.sha256);
  const source = textAt(body, 'content', 'article', 'source');
  const question = content.poll?.question;
  return createHash('sha256')
    .update(JSON.stringify([author, commentary, content.kind, files, source, question, parentOf(body)]))
    .digest('hex');
}

const parentOf = (body: unknown): string | null => textAt(body, 'reshareContext', 'parent') || null;

function duplicateRefusal(world: World, fingerprint: string): Reply | null {
  const { settings, posts } = world;
  if (settings.ghostDuplicates > 0) {
    settings.ghostDuplicates -= 1;
    // ComposioHQ/composio #2710: the named URN does not always open.
    return duplicatePost(`urn:li:share:${nextId(world)}`);
  }
  const twin = [...posts.values()].find((post) => !post.deleted && post.fingerprint === fingerprint);
  return twin ? duplicatePost(twin.urn) : null;
}

function addPost(world: World, caller: Caller, body: unknown, content: ReadContent): Post {
  const author = textAt(body, 'author');
  const commentary = textAt(body, 'commentary');
  const { text, pieces, kept } = renderLittleText(commentary, (urn) => actorOf(world, urn)?.name);
  const isImage = content.attachments.every(({ media }) => media.kind === 'image');
  // Texts, articles and single images become shares; videos, documents and several images ugcPosts.
  const type = !isImage || content.kind === 'multiImage' ? 'ugcPost' : 'share';
  const post: Post = {
    urn: `urn:li:${type}:${nextId(world)}`,
    activityUrn: `urn:li:activity:${nextId(world)}`,
    author,
    memberId: caller.member.id,
    commentary,
    text,
    pieces,
    keptCommentary: kept,
    visibility: textAt(body, 'visibility'),
    distribution: valueAt(body, 'distribution'),
    isReshareDisabledByAuthor: valueAt(body, 'isReshareDisabledByAuthor') === true,
    content: valueAt(body, 'content'),
    attachments: content.attachments,
    card: content.card,
    poll: content.poll ?? null,
    reshares: parentOf(body),
    fingerprint: fingerprintOf(author, commentary, body, content),
    createdAt: world.context.clock.now(),
    comments: [],
    setCounts: {},
    commentRacesLeft: world.settings.commentRaces,
    deleted: false,
  };
  world.posts.set(post.urn, post);
  return post;
}
