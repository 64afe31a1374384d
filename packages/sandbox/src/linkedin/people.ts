import { isObject, readOptionalText, readText, refuseUnknown } from '../read-json.ts';
import type { AppRegistration, ProfileView } from '../simulator.ts';
import { openScopes } from './login/scopes.ts';
import { knownRoles, knownStates } from './page-roles.ts';
import { pageUrn, personUrn, secret } from './urns.ts';
import type { Member, Page, World } from './world.ts';

/** Ada, Ben and Cleo; Ada's pages; the app every sandbox has. */
export function addDefaults(world: World): void {
  addApp(world, {
    clientId: 'sandbox-linkedin-app',
    clientSecret: 'sandbox-linkedin-secret',
    redirectUris: ['http://127.0.0.1:*', 'http://localhost:*'],
  });
  const harbour = addPage(world, { id: '90314427', username: 'harbour-coffee', name: 'Harbour Coffee' });
  const northwind = addPage(world, { id: '71120956', username: 'northwind-studio', name: 'Northwind Studio' });
  const ada = addMember(world, { id: 'k3Vb8RqTzP', username: 'ada', name: 'Ada Park' });
  addMember(world, {
    id: 'Yw5nH0cJxE',
    username: 'ben',
    name: 'Ben Okafor',
    headline: 'Roaster',
    follows: [harbour.id, northwind.id],
  });
  addMember(world, {
    id: 'm7LdS2fGuA',
    username: 'cleo',
    name: 'Cleo Marin',
    headline: 'Photographer',
    follows: [harbour.id],
  });
  const mill = addPage(world, { id: '18842603', username: 'old-mill-books', name: 'Old Mill Books' });
  setRole(world, { memberId: ada.id, pageId: harbour.id, role: 'ADMINISTRATOR', state: 'APPROVED' });
  setRole(world, { memberId: ada.id, pageId: harbour.id, role: 'CONTENT_ADMINISTRATOR', state: 'APPROVED' });
  setRole(world, { memberId: ada.id, pageId: mill.id, role: 'ADMINISTRATOR', state: 'REVOKED' });
  setRole(world, { memberId: ada.id, pageId: northwind.id, role: 'ADMINISTRATOR', state: 'APPROVED' });
}

export function addApp(world: World, app: AppRegistration): void {
  // A new address of an app does not withdraw LinkedIn's approvals.
  const { approvedScopes = new Set(openScopes), partner = false } = world.apps.get(app.clientId) ?? {};
  world.apps.set(app.clientId, { ...app, approvedScopes, partner });
}

function addMember(
  world: World,
  given: {
    readonly username: string;
    readonly name: string;
    readonly id?: string;
    readonly email?: string;
    readonly headline?: string;
    readonly follows?: readonly string[];
  },
): Member {
  refuseTaken(world, given.username);
  const { username, name, id = newMemberId(world), email = `${username}@example.com`, headline = '' } = given;
  const follows = new Set(given.follows);
  const member: Member = { id, username, name, email, headline, follows, restricted: false };
  world.members.set(id, member);
  return member;
}

function addPage(
  world: World,
  given: { readonly username: string; readonly name: string; readonly id?: string },
): Page {
  refuseTaken(world, given.username);
  const { username, name, id = newPageId(world) } = given;
  const page: Page = { id, username, name };
  world.pages.set(id, page);
  return page;
}

/** Gives a member a role on a page, or changes the state of one they have. */
export function setRole(
  world: World,
  role: { readonly memberId: string; readonly pageId: string; readonly role: string; readonly state: string },
): void {
  const known = world.acls.find(
    (acl) => acl.memberId === role.memberId && acl.pageId === role.pageId && acl.role === role.role,
  );
  if (known) known.state = role.state;
  else world.acls.push({ ...role });
}

/**
 * `{ username, name, email?, headline?, follows?: [page], pages?: [{ username, name, role?, state?
 * }] }` adds a person, optionally with pages; `{ kind: 'page', username, name, admins?: [username]
 * }` a page.
 */
export function addProfile(world: World, profile: Readonly<Record<string, unknown>>): ProfileView {
  const username = readText(profile, 'username');
  const name = readOptionalText(profile, 'name') ?? username;
  if (profile.kind === 'page') {
    refuseUnknown(profile, ['kind', 'username', 'name', 'admins']);
    const admins = list(profile.admins, 'admins').map((admin) => readMember(world, { username: admin }));
    const page = addPage(world, { username, name });
    for (const { id } of admins)
      setRole(world, { memberId: id, pageId: page.id, role: 'ADMINISTRATOR', state: 'APPROVED' });
    return pageView(page);
  }
  refuseUnknown(profile, ['kind', 'username', 'name', 'email', 'headline', 'follows', 'pages']);
  if (profile.kind !== undefined && profile.kind !== 'person') throw new Error('"kind" must be "person" or "page"');
  const pages = list(profile.pages, 'pages').map(readPage);
  const email = readOptionalText(profile, 'email');
  const headline = readOptionalText(profile, 'headline') ?? '';
  const follows = list(profile.follows, 'follows').map((page) => readPageId(world, { page }));
  const member = addMember(world, { username, name, headline, follows, ...(email && { email }) });
  for (const { role, state, ...page } of pages) {
    setRole(world, { memberId: member.id, pageId: addPage(world, page).id, role, state });
  }
  return personView(member);
}

/** By vanity name or id. */
export function memberByName(world: World, name: string): Member | undefined {
  return world.members.get(name) ?? [...world.members.values()].find((member) => member.username === name);
}

export function readMember(world: World, body: Readonly<Record<string, unknown>>): Member {
  const member = memberByName(world, readText(body, 'username'));
  if (!member) throw new Error(`there is no person "${String(body.username)}" on linkedin (pages hold no tokens)`);
  return member;
}

/** The page that a body names by vanity name or id. */
export function readPageId(world: World, body: Readonly<Record<string, unknown>>): string {
  const name = readText(body, 'page');
  const page = world.pages.get(name) ?? [...world.pages.values()].find(({ username }) => username === name);
  if (!page) throw new Error(`there is no page "${name}" on linkedin`);
  return page.id;
}

export function personViews(world: World): readonly ProfileView[] {
  return [...world.members.values()].map(personView);
}

export function profileViews(world: World): readonly ProfileView[] {
  return [...personViews(world), ...[...world.pages.values()].map(pageView)];
}

/** The person or page of a URN. */
export function actorOf(world: World, urn: string): Member | Page | undefined {
  return (
    [...world.members.values()].find(({ id }) => personUrn(id) === urn) ??
    [...world.pages.values()].find(({ id }) => pageUrn(id) === urn)
  );
}

function personView({ id, username, name }: Member): ProfileView {
  return { id, username, name, kind: 'person' };
}

function pageView({ id, username, name }: Page): ProfileView {
  return { id, username, name, kind: 'page' };
}

function readPage(value: unknown) {
  if (!isObject(value)) throw new Error('"pages" must list objects');
  refuseUnknown(value, ['username', 'name', 'role', 'state']);
  const username = readText(value, 'username');
  const role = readOptionalText(value, 'role') ?? 'ADMINISTRATOR';
  const state = readOptionalText(value, 'state') ?? 'APPROVED';
  if (!knownRoles.includes(role)) throw new Error(`"role" must be one of ${knownRoles.join(', ')}`);
  if (!knownStates.includes(state)) throw new Error(`"state" must be one of ${knownStates.join(', ')}`);
  return { username, name: readOptionalText(value, 'name') ?? username, role, state };
}

function list(value: unknown, name: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`"${name}" must be a list`);
  return value;
}

function refuseTaken(world: World, username: string): void {
  const taken = profileViews(world).some((profile) => profile.username === username);
  if (taken) throw new Error(`"${username}" is taken on linkedin`);
}

function newMemberId(world: World): string {
  return secret(world, 9).replace(/[-_]/g, 'x').slice(0, 10);
}

function newPageId(world: World): string {
  return String(10_000_000 + (Number.parseInt(world.context.randomHex(4), 16) % 90_000_000));
}
