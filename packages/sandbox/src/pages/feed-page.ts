import { type Html, html, trusted } from '../html.ts';
import { ownPath } from '../own-path.ts';
import { renderShell } from '../page-shell.ts';
import { networkLabels } from '../post/network-labels.ts';
import { renderPostCard } from '../post/to-post-card.ts';
import type { Simulator } from '../simulator.ts';
import { masthead } from './masthead.ts';
import type { Feed } from './pages.ts';

const samples = ['harbour.jpg', 'roastery.jpg', 'beans.jpg', 'latte.png', 'clip.mp4', 'cover.jpg'];

/** `GET /`: everything that has been published, as people would see it. */
export function renderFeedPage(view: {
  readonly simulators: readonly Simulator[];
  readonly origin: string;
  readonly feed: Feed;
  readonly query: Readonly<Record<string, unknown>>;
}): string {
  const { simulators, feed, query } = view;
  return renderShell({
    title: 'Fanfare sandbox',
    styles: ['base', 'post', 'media', 'media-kinds', 'embeds', 'feed-start', 'feed'],
    body: html`<body data-network="${textOf(query.network)}" data-profile="${textOf(query.profile)}">
<div class="layout">
<aside>
  ${masthead('posts')}
  <nav class="filters" aria-label="Filter posts">
    ${filter({ network: '', profile: '', label: html`Everything`, key: 'all' }, view)}
    ${simulators.map((simulator) => networkFilters(simulator, view))}
  </nav>
</aside>
<main>
  <h1 class="hidden">Published posts</h1>
  ${profileLink(simulators, query)}
  <div id="cards">${feed.cards.map((card) => trusted(renderPostCard(card)))}</div>
  <button id="more" type="button" ${feed.total <= feed.cards.length && 'hidden'}>Show more</button>
  <section id="empty" ${feed.total > 0 && 'hidden'}>${emptyState(simulators, view.origin)}</section>
  <p id="lost" role="status" hidden>The sandbox does not answer. This page goes on by itself when it is back.</p>
</main>
</div>
<script src="/__sandbox/assets/feed.js" type="module"></script>
</body>`,
  });
}

/** A link to the profile of the chosen person, as its network shows it. */
function profileLink(simulators: readonly Simulator[], query: Readonly<Record<string, unknown>>): Html | null {
  const simulator = simulators.find(({ network }) => network === textOf(query.network));
  const username = textOf(query.profile);
  const path = username === '' ? null : simulator?.profilePath?.(username);
  return path ? html`<p class="profile-link"><a href="${path}">Profile of @${username} →</a></p>` : null;
}

function networkFilters(simulator: Simulator, view: Parameters<typeof filter>[1]): Html {
  const { network } = simulator;
  const label = html`<i class="dot ${network}"></i>${networkLabels[network]}`;
  return html`<div class="group">
    ${filter({ network, profile: '', label, key: network }, view)}
    ${usernamesOf(simulator).map((username) =>
      filter({ network, profile: username, label: html`@${username}`, key: `${network}/${username}` }, view),
    )}
  </div>`;
}

/** Each name once: on two hubs it may be of two people. */
function usernamesOf(simulator: Simulator): readonly string[] {
  return [...new Set(simulator.profiles().map(({ username }) => username))];
}

function filter(
  target: { readonly network: string; readonly profile: string; readonly label: Html; readonly key: string },
  view: { readonly feed: Feed; readonly query: Readonly<Record<string, unknown>> },
): Html {
  const { network, profile, label, key } = target;
  const current = textOf(view.query.network) === network && textOf(view.query.profile) === profile;
  const search = new URLSearchParams({ ...(network && { network }), ...(profile && { profile }) }).toString();
  const count = view.feed.counts[key] ?? 0;
  return html`<a class="filter ${profile ? 'person' : 'whole'}" href="/${search && `?${search}`}" ${current && trusted('aria-current="true"')}
    ><span>${label}</span><span class="number" data-count="${key}">${count}</span></a>`;
}

function emptyState(simulators: readonly Simulator[], origin: string): Html {
  return html`<div class="empty">
  <h2>Nothing has been published yet</h2>
  <p class="soft">Posts show up here by themselves, a moment after an app publishes them to one of the simulated networks.</p>
  <ol>
    <li><b>Point your app here.</b> In the place of the networks’ own addresses use <code>${origin}</code> with
      <div class="addresses">${simulators.map(({ network, routers }) =>
        Object.keys(routers).map((role) => html`<code>/${network}/${role}</code>`),
      )}</div>
      The app <code>sandbox-x-app</code> with the secret <code>sandbox-x-secret</code> is registered on X, and so on for each network.</li>
    <li><b>Connect an account.</b> The authorize page asks which person you want to be: Ada, Ben or Cleo. A hub needs no app:
      ${hubPages(simulators)}</li>
    <li><b>Publish something.</b> Take a text, or one of these files:
      <div class="samples">${samples.map((name) => sample(name, origin))}</div></li>
  </ol>
  <p class="soft">To see how your app copes when a network fails, open the <a href="/__sandbox">controls</a>.</p>
</div>`;
}

/** Links to the pages on which the first person of each hub makes a connect code. */
function hubPages(simulators: readonly Simulator[]): Html {
  const people = simulators.flatMap((simulator) => simulator.profiles()).filter(({ links }) => links !== undefined);
  const firsts = people.filter((person, index) => people.findIndex(({ role }) => role === person.role) === index);
  return html`make a connect code on the ${firsts.map(
    ({ links, role }, index) =>
      html`${index > 0 && ' or the '}<a href="${ownPath(links?.[0]?.url ?? '')}">${role ?? ''} hub</a>`,
  )}.`;
}

function sample(name: string, origin: string): Html {
  const path = `/__sandbox/samples/${name}`;
  const shown = name.endsWith('.mp4')
    ? html`<video src="${path}#t=1" muted preload="metadata"></video>`
    : html`<img src="${path}" alt="" loading="lazy">`;
  return html`<a href="${path}" title="${origin}${path}">${shown}<span>${name}</span></a>`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
