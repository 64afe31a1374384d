// People and pages, and what can be done to their accounts.
import { badge, byId, control, make, say } from './dom.js';

/** @typedef {{ id: string, username: string, name: string, kind: string, role?: string, links?: { label: string, url: string }[] }} Profile */
/** @typedef {Record<string, { profiles: Profile[], controls: string[] }>} Networks */

const area = byId('profiles', HTMLDivElement);
const form = byId('person', HTMLFormElement);
let shown = '';

/** @type {readonly { label: string, title: string, name: string, body: object, said: string }[]} */
const doings = [
  {
    label: 'Revoke',
    title: 'Remove all apps, as this person would',
    name: 'revoke-token',
    body: {},
    said: 'has removed all apps',
  },
  {
    label: 'Expire',
    title: 'Let all access tokens expire now',
    name: 'expire-tokens',
    body: {},
    said: 'has only expired tokens now',
  },
  {
    label: 'Restrict',
    title: 'Let the network restrict this account',
    name: 'restrict',
    body: { on: true },
    said: 'is restricted',
  },
  { label: 'Lift', title: 'Lift the restriction', name: 'restrict', body: { on: false }, said: 'is free again' },
];

/** @param {() => void} refresh called after a change */
export function startProfiles(refresh) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const { network, username, name } = Object.fromEntries(new FormData(form));
    if (!(await control('POST', `/${network}/profiles`, { username, name }))) return;
    say(`@${username} is there.`);
    form.reset();
    refresh();
  });
}

/** @param {Networks} networks */
export function showProfiles(networks) {
  const now = JSON.stringify(Object.entries(networks).map(([network, { profiles }]) => [network, profiles]));
  if (now === shown) return;
  shown = now;
  area.replaceChildren(
    ...Object.entries(networks).map(([network, { profiles, controls }]) =>
      make('div', { class: 'network' }, badge(network), ...profiles.map((profile) => card(network, profile, controls))),
    ),
  );
}

/** @param {string} network @param {Profile} profile @param {string[]} controls those that the network has */
function card(network, profile, controls) {
  const posts = `/?${new URLSearchParams({ network, profile: profile.username })}`;
  const buttons = doings
    .filter(({ name }) => controls.includes(name))
    .map(({ label, title, name, body, said }) =>
      make('button', { type: 'button', title, click: () => act(network, profile, name, body, said) }, label),
    );
  // The path alone: the page may have been opened under another name.
  const links = (profile.links ?? []).map(({ label, url }) => {
    const { pathname, search } = new URL(url);
    return make('a', { href: `${pathname}${search}` }, label);
  });
  return make(
    'article',
    {},
    make('div', { class: 'who' }, make('b', {}, profile.name), make('a', { href: posts }, `@${profile.username}`)),
    make('div', { class: 'soft small' }, `${profile.kind} · ${profile.id}`),
    make('div', { class: 'buttons' }, ...links, ...buttons),
  );
}

/** @param {string} network @param {Profile} profile @param {string} name @param {object} body @param {string} said */
async function act(network, profile, name, body, said) {
  const done = await control('POST', `/${network}/${name}`, {
    username: profile.username,
    ...(profile.role && { role: profile.role }),
    ...body,
  });
  if (done) say(`${profile.name} ${said}.`);
}
