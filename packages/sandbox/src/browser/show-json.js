import { make } from './dom.js';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|true|false|null/g;

/**
 * A body for people: JSON indented and coloured, anything else as it is.
 *
 * @param {string} body
 */
export function showJson(body) {
  const text = indent(body);
  const pre = make('pre', {});
  if (text === null) {
    pre.textContent = body === '' ? 'No body.' : body;
    return pre;
  }
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    pre.append(text.slice(end, match.index));
    pre.append(make('span', { class: colon ? 'key' : string ? 'text' : 'other' }, string ?? token), colon ?? '');
    end = match.index + token.length;
  }
  pre.append(text.slice(end));
  return pre;
}

/** @param {string} body */
function indent(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}
