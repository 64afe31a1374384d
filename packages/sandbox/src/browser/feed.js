// The feed page: asks what there is now every two seconds and changes only what has changed, so that nothing flickers and a playing
// video goes on playing.

/** @typedef {{ name: string, version: string, html: string }} Part */
/** @typedef {{ key: string, network: string, parts: Part[] }} Card */
/** @typedef {{ cards: Card[], total: number, counts: Record<string, number> }} Feed */

const EVERY_MS = 2_000;
const PAGE_SIZE = 30;

const cards = element('cards');
const more = element('more');
const empty = element('empty');
const lost = element('lost');
let limit = PAGE_SIZE;

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** @returns {Promise<Feed>} */
async function readFeed() {
  const query = new URLSearchParams(location.search);
  query.set('limit', String(limit));
  const answer = await fetch(`/__sandbox/feed?${query}`);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return answer.json();
}

/** @param {Card} card */
function create(card) {
  const article = document.createElement('article');
  article.className = 'post new';
  article.dataset.key = card.key;
  article.dataset.network = card.network;
  for (const { name } of card.parts) {
    const part = document.createElement('div');
    part.dataset.part = name;
    article.append(part);
  }
  return article;
}

/** @param {HTMLElement} article @param {Card} card */
function update(article, card) {
  for (const { name, version, html } of card.parts) {
    const part = article.querySelector(`[data-part="${name}"]`);
    if (!(part instanceof HTMLElement) || part.dataset.version === version) continue;
    part.dataset.version = version;
    part.innerHTML = html;
  }
}

/** @param {Feed} feed */
function show(feed) {
  /** @type {Map<string, HTMLElement>} */
  const known = new Map();
  for (const child of cards.children) if (child instanceof HTMLElement) known.set(child.dataset.key ?? '', child);

  let place = cards.firstElementChild;
  for (const card of feed.cards) {
    const article = known.get(card.key) ?? create(card);
    known.delete(card.key);
    update(article, card);
    if (article === place) place = place.nextElementSibling;
    else cards.insertBefore(article, place);
  }
  for (const gone of known.values()) gone.remove();

  for (const number of document.querySelectorAll('[data-count]')) {
    if (!(number instanceof HTMLElement)) continue;
    const count = String(feed.counts[number.dataset.count ?? ''] ?? 0);
    if (number.textContent !== count) number.textContent = count;
  }
  more.hidden = feed.total <= feed.cards.length;
  empty.hidden = feed.total > 0;
}

async function refresh() {
  try {
    show(await readFeed());
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
}

async function keepFresh() {
  if (!document.hidden) await refresh();
  setTimeout(keepFresh, EVERY_MS);
}

more.addEventListener('click', () => {
  limit += PAGE_SIZE;
  refresh();
});
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) refresh();
});
document.querySelector('.filter[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
setTimeout(keepFresh, EVERY_MS);
