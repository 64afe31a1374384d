import { readChoice, readFlag, readText, readWhole, refuseUnknown } from '../../read-json.ts';
import { knownRoles, knownStates } from '../page-roles.ts';
import { readMember, readPageId, setRole } from '../people.ts';
import type { DayScope } from '../settings.ts';
import type { World } from '../world.ts';
import { createMediaControls } from './media-controls.ts';
import { createPostControls } from './post-controls.ts';
import { readTimes } from './read-times.ts';
import { createTokenControls } from './token-controls.ts';

type Body = Readonly<Record<string, unknown>>;
type Controls = Readonly<Record<string, (body: Body) => unknown>>;

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
    ...createMediaControls(world),
    ...createPostControls(world),
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

function readTexts(body: Body, key: string): readonly string[] {
  const value = body[key];
  if (!Array.isArray(value)) throw new Error(`"${key}" must be a list of texts`);
  return value.map((each: unknown) => readText({ [key]: each }, key));
}
