import { readPostNumbers } from '../post-numbers.ts';
import { isObject, readChoice, readFlag, readText, readWhole, refuseUnknown } from '../read-json.ts';
import { reactionTypes } from './activity.ts';
import { knownRoles, knownStates } from './page-roles.ts';
import { profileViews, readMember, setRole } from './people.ts';
import { livePost } from './posts.ts';
import type { DayScope, ProcessingRule } from './settings.ts';
import { createTokenControls } from './token-controls.ts';
import type { World } from './world.ts';

const mediaKinds = ['image', 'video', 'document'] as const;

type Body = Readonly<Record<string, unknown>>;
type Controls = Readonly<Record<string, (body: Body) => unknown>>;

const YEAR_MS = 366 * 86_400_000;
const MANY = 1_000_000;

/** The controls of `POST /__sandbox/linkedin/{name}`. Each accepts only the named fields. */
export function createControls(world: World): Controls {
  return {
    ...createTokenControls(world),
    /** `{ username, on }`: LinkedIn restricts the member; every call answers 65608. */
    restrict: (body) => {
      refuseUnknown(body, ['username', 'on']);
      readMember(world, body).restricted = readFlag(body, 'on');
    },
    /** `{ username, page, role, state }`: grants, requests or removes a role on a page. */
    role: (body) => {
      refuseUnknown(body, ['username', 'page', 'role', 'state']);
      const { id: memberId } = readMember(world, body);
      const role = readChoice(body, 'role', knownRoles);
      const state = readChoice(body, 'state', knownStates);
      setRole(world, { memberId, pageId: readPageId(world, body), role, state });
    },
    /** `{ clientId, approvedScopes?, partner? }`: LinkedIn's approvals for the app. */
    app: (body) => {
      refuseUnknown(body, ['clientId', 'approvedScopes', 'partner']);
      const app = world.apps.get(readText(body, 'clientId'));
      if (!app) throw new Error('there is no such app on linkedin');
      if (body.approvedScopes !== undefined) app.approvedScopes = new Set(readTexts(body, 'approvedScopes'));
      if (body.partner !== undefined) app.partner = readFlag(body, 'partner');
    },
    /** `{ active: ["202607"] }`: the only versions still served. */
    versions: (body) => {
      refuseUnknown(body, ['active']);
      world.settings.activeVersions = new Set(readTexts(body, 'active'));
    },
    /** `{ version }`: this version is no longer served, as after its sunset day. */
    'retire-version': (body) => {
      refuseUnknown(body, ['version']);
      const { settings } = world;
      const version = readChoice(body, 'version', [...settings.activeVersions]);
      settings.activeVersions = new Set([...settings.activeVersions].filter((each) => each !== version));
      return { active: [...settings.activeVersions] };
    },
    ...oauthControls(world),
    ...mediaControls(world),
    ...postControls(world),
  };
}

function oauthControls(world: World): Controls {
  return {
    /** `{ narrows }`: whether `prompt=none` silently omits scopes (usual) or is ignored. */
    'prompt-none': (body) => {
      refuseUnknown(body, ['narrows']);
      world.settings.promptNoneNarrows = readFlag(body, 'narrows');
    },
    /** `{ revokes }`: whether reconnecting with other scopes revokes the older tokens. */
    'scope-change': (body) => {
      refuseUnknown(body, ['revokes']);
      world.settings.scopeChangeRevokes = readFlag(body, 'revokes');
    },
    /** `{ seconds }`: new tokens answer 65601 for so long. */
    'young-tokens': (body) => {
      refuseUnknown(body, ['seconds']);
      world.settings.youngTokenMs = readWhole(body, 'seconds', { min: 0, max: 3_600 }) * 1_000;
    },
    /**
     * `{ resource, limit, scope? }`: calls per UTC day, null for no limit; `posts` or
     * `posts.CREATE`.
     */
    'day-limit': (body) => {
      refuseUnknown(body, ['resource', 'limit', 'scope']);
      const resource = readText(body, 'resource');
      if (body.limit === null) return void world.settings.dayLimits.delete(resource);
      const scopes: readonly DayScope[] = ['APPLICATION', 'MEMBER', 'APPLICATION_AND_MEMBER'];
      const scope = body.scope === undefined ? 'APPLICATION_AND_MEMBER' : readChoice(body, 'scope', scopes);
      world.settings.dayLimits.set(resource, {
        resource,
        scope,
        limit: readWhole(body, 'limit', { min: 0, max: MANY }),
      });
    },
    /** `{ times? }`: the next API calls meet the bot wall, status 999 and a page. */
    'bot-wall': (body) => {
      world.settings.botWalls = readTimes(body);
    },
  };
}

function mediaControls(world: World): Controls {
  return {
    /**
     * `{ looks? | ms?, outcome?, kind?, username? }`: the processing of files; else the default.
     */
    processing: (body) => {
      refuseUnknown(body, ['looks', 'ms', 'outcome', 'kind', 'username']);
      const kinds = body.kind === undefined ? mediaKinds : [readChoice(body, 'kind', mediaKinds)];
      const owner = body.username === undefined ? '*' : readProfileName(world, body);
      const rule = readProcessing(body);
      for (const kind of kinds) {
        if (rule) world.settings.processing.set(`${owner}|${kind}`, rule);
        else world.settings.processing.delete(`${owner}|${kind}`);
      }
    },
    /** `{ lifeMs }`: the lifetime of new upload addresses. */
    'upload-urls': (body) => {
      refuseUnknown(body, ['lifeMs']);
      const lifeMs = readWhole(body, 'lifeMs', { min: 0, max: YEAR_MS });
      Object.assign(world.settings, { imageUrlLifeMs: lifeMs, videoUrlLifeMs: lifeMs });
    },
    /** `{ wrong?, quoted? }`: the next parts of videos get a wrong etag; etags are quoted. */
    etags: (body) => {
      refuseUnknown(body, ['wrong', 'quoted']);
      if (body.wrong !== undefined) world.settings.wrongEtags = readWhole(body, 'wrong', { min: 0, max: MANY });
      if (body.quoted !== undefined) world.settings.quotedEtags = readFlag(body, 'quoted');
    },
  };
}

function postControls(world: World): Controls {
  return {
    /** `{ times? }`: the next posts are created, but the 201 names no id. */
    'post-without-id': (body) => {
      world.settings.postsWithoutId = readTimes(body);
    },
    /** `{ times? }`: the next posts are refused as duplicates of a post that does not open. */
    'ghost-duplicate': (body) => {
      world.settings.ghostDuplicates = readTimes(body);
    },
    /** `{ answer }`: an unescaped reserved character: `cut` there (usual), or `refuse`. */
    'malformed-text': (body) => {
      refuseUnknown(body, ['answer']);
      world.settings.malformedText = readChoice(body, 'answer', ['cut', 'refuse']);
    },
    /** `{ mode }`: `old`, the plain write scopes may comment; `new`, only the `_feed` ones. */
    'comment-scopes': (body) => {
      refuseUnknown(body, ['mode']);
      world.settings.commentScopes = readChoice(body, 'mode', ['old', 'new']);
    },
    /** `{ times?, answer? }`: failing comment calls on each new post. */
    'comment-race': (body) => {
      const { answer, ...rest } = body;
      world.settings.commentRaces = readTimes(rest);
      world.settings.commentRaceAnswer =
        answer === undefined ? 'execution' : readChoice(body, 'answer', ['execution', 'activity']);
    },
    /** `{ shape }`: answers to new comments: `full`, `plain` (no URN) or `empty` (a header). */
    'comment-answer': (body) => {
      refuseUnknown(body, ['shape']);
      world.settings.commentAnswer = readChoice(body, 'shape', ['full', 'plain', 'empty']);
    },
    /** `{ urn, reactions?: { LIKE: 3 }, impressions?, clicks?, reshares? }`: a post's activity. */
    engage: (body) => {
      refuseUnknown(body, ['urn', 'reactions', 'impressions', 'clicks', 'reshares']);
      const { setCounts } = readPost(world, body);
      if (body.reactions !== undefined) setCounts.reactions = readReactions(body.reactions);
      for (const name of ['impressions', 'clicks', 'reshares'] as const) {
        if (body[name] !== undefined) setCounts[name] = readWhole(body, name, { min: 0, max: MANY });
      }
    },
    /** The same by common names: `{ platformPostId, views?, likes?, comments?, shares? }`. */
    metrics: (body) => {
      const numbers = readPostNumbers(body, ['views', 'likes', 'comments', 'shares']);
      const { views, likes, comments, shares } = numbers;
      const { setCounts } = readPost(world, body, 'platformPostId');
      if (likes !== undefined) setCounts.reactions = likes === 0 ? {} : { LIKE: likes };
      if (comments !== undefined) setCounts.comments = comments;
      if (views !== undefined) setCounts.impressions = views;
      if (shares !== undefined) setCounts.reshares = shares;
      return numbers;
    },
    /** `{ platformPostId }`: deleted in the app; 404 from now on. */
    'delete-post': (body) => {
      refuseUnknown(body, ['platformPostId']);
      readPost(world, body, 'platformPostId').deleted = true;
    },
    /** `{ urn }` → the sent content and what readers see. */
    inspect: (body) => {
      refuseUnknown(body, ['urn']);
      const { urn, activityUrn, author, commentary, text, content } = readPost(world, body);
      return { urn, activityUrn, author, commentary, text, content: content ?? null };
    },
  };
}

function readProcessing(body: Body): ProcessingRule | null {
  if (body.looks === undefined && body.ms === undefined && body.outcome === undefined) return null;
  const outcomes = ['available', 'error', 'stuck'] as const;
  return {
    ms: body.ms === undefined ? 0 : readWhole(body, 'ms', { min: 0, max: YEAR_MS }),
    looks: body.looks === undefined ? null : readWhole(body, 'looks', { min: 0, max: MANY }),
    outcome: body.outcome === undefined ? 'available' : readChoice(body, 'outcome', outcomes),
  };
}

function readTimes(body: Body): number {
  refuseUnknown(body, ['times']);
  return body.times === undefined ? 1 : readWhole(body, 'times', { min: 0, max: MANY });
}

function readReactions(value: unknown): Record<string, number> {
  if (!isObject(value)) throw new Error('"reactions" must be an object');
  refuseUnknown(value, reactionTypes);
  return Object.fromEntries(Object.keys(value).map((type) => [type, readWhole(value, type, { min: 0, max: MANY })]));
}

function readTexts(body: Body, key: string): readonly string[] {
  const value = body[key];
  if (!Array.isArray(value)) throw new Error(`"${key}" must be a list of texts`);
  return value.map((each: unknown) => readText({ [key]: each }, key));
}

function readProfileName(world: World, body: Body): string {
  return readChoice(
    body,
    'username',
    profileViews(world).map(({ username }) => username),
  );
}

function readPageId(world: World, body: Body): string {
  const name = readText(body, 'page');
  const page = world.pages.get(name) ?? [...world.pages.values()].find(({ username }) => username === name);
  if (!page) throw new Error(`there is no page "${name}" on linkedin`);
  return page.id;
}

function readPost(world: World, body: Body, field = 'urn') {
  const post = livePost(world, readText(body, field));
  if (!post) throw new Error('there is no such post on linkedin');
  return post;
}
