// The table of requests: new ones come in at the top, what is open stays open.
import { badge, byId, control, make } from './dom.js';

/**
 * @typedef {{ id: number, at: string, network: string, role: string, method: string, path: string, query: string,
 *   headers: Record<string, string | string[]>, body: string | null, bodyBytes: number, status: number | null,
 *   simulatorStatus: number | null, fault: string | null, durationMs: number | null }} Logged
 */

const MAX_ROWS = 300;
const rows = byId('requests', HTMLTableSectionElement);
const none = byId('no-requests', HTMLParagraphElement);
const network = byId('log-network', HTMLSelectElement);

let lastId = 0;
/** Requests that had no answer yet when they were shown. @type {Set<number>} */
const open = new Set();

export function startRequests() {
  network.addEventListener('change', startOver);
  byId('log-clear', HTMLButtonElement).addEventListener('click', async () => {
    await control('DELETE', '/requests');
    startOver();
  });
}

export function startOver() {
  lastId = 0;
  open.clear();
  rows.replaceChildren();
  refreshRequests();
}

export async function refreshRequests() {
  const since = Math.min(lastId, ...[...open].map((id) => id - 1));
  const query = new URLSearchParams({
    masked: 'true',
    since: String(since),
    ...(network.value && { network: network.value }),
  });
  const answer = await fetch(`/__sandbox/requests?${query}`);
  /** @type {{ requests: Logged[] }} */
  const { requests } = await answer.json();
  for (const request of requests) show(request);
  while (rows.rows.length > 2 * MAX_ROWS) rows.deleteRow(-1);
  none.hidden = rows.rows.length > 0;
}

/** @param {Logged} request */
function show(request) {
  const shown = document.getElementById(`request-${request.id}`);
  const isKnown = request.id <= lastId && !open.has(request.id);
  if (isKnown) return;
  lastId = Math.max(lastId, request.id);
  if (request.durationMs === null) open.add(request.id);
  else open.delete(request.id);

  const [row, details] = toRows(request);
  const oldDetails = shown?.nextElementSibling;
  if (!shown || !(oldDetails instanceof HTMLElement)) {
    rows.prepend(row, details);
    return;
  }
  details.hidden = oldDetails.hidden;
  oldDetails.remove();
  shown.replaceWith(row, details);
}

/** @param {Logged} request */
function toRows(request) {
  const details = make(
    'tr',
    { class: 'details', hidden: true },
    make('td', { colspan: '6' }, make('pre', {}, describe(request))),
  );
  const button = make('button', { type: 'button', class: 'path', 'aria-expanded': 'false' });
  button.append(
    make('b', {}, request.method),
    ` ${request.path}`,
    make('span', { class: 'soft' }, request.query && `?${request.query}`),
  );
  button.addEventListener('click', () => {
    details.hidden = !details.hidden;
    button.setAttribute('aria-expanded', String(!details.hidden));
  });
  const row = make(
    'tr',
    { id: `request-${request.id}` },
    make('td', { class: 'soft' }, request.at.slice(11, 19)),
    make('td', {}, badge(request.network), make('span', { class: 'soft small' }, ` ${request.role}`)),
    make('td', { class: 'main' }, button),
    make('td', {}, toAnswer(request)),
    make('td', { class: 'soft number' }, request.durationMs === null ? '' : `${request.durationMs} ms`),
    make('td', { class: 'soft number' }, request.bodyBytes === 0 ? '' : toSize(request.bodyBytes)),
  );
  return /** @type {const} */ ([row, details]);
}

/** @param {Logged} request */
function toAnswer({ status, simulatorStatus, fault, durationMs }) {
  const isWaiting = durationMs === null;
  const kind = isWaiting ? 'waiting' : status === null || status >= 500 ? 'bad' : status >= 400 ? 'odd' : 'good';
  const text = isWaiting ? '…' : status === null ? 'none' : String(status);
  const done = fault && simulatorStatus !== null && simulatorStatus !== status ? ` (was ${simulatorStatus})` : '';
  return make(
    'span',
    {},
    make('span', { class: `status ${kind}` }, text),
    fault && make('span', { class: 'fault' }, ` ${fault}${done}`),
  );
}

/** @param {Logged} request */
function describe({ headers, body, bodyBytes }) {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`,
  );
  const content = body ?? (bodyBytes > 0 ? `[${bodyBytes} bytes that are no text, or too many to keep]` : '');
  return content === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${content}`;
}

/** @param {number} bytes */
function toSize(bytes) {
  return bytes < 1_024 ? `${bytes} B` : `${(bytes / 1_024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
}
