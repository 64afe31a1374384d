import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const BASE = '/__fanfare_docs__/';

/** Links of the built site and its Markdown that lead to no file or no anchor. */
export function deadLinks(dist: string): readonly string[] {
  const files = new Map(
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .map((name) => name.split(path.sep).join('/'))
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => [name, name.endsWith('.html') ? readFileSync(path.join(dist, name), 'utf8') : null]),
  );
  const anchors = new Map([...files].map(([name, html]) => [name, new Set(html === null ? [] : idsOf(html))]));
  const fault = (from: string, address: string): string | null => {
    const { pathname, hash } = new URL(address, `https://site${BASE}${from.replace(/(^|\/)index\.html$/, '$1')}`);
    if (!pathname.startsWith(BASE)) return 'leads out of the site';
    const asked = decodeURIComponent(pathname.slice(BASE.length));
    const names = asked === '' || asked.endsWith('/') ? [`${asked}index.html`] : [asked, `${asked}.html`];
    const name = names.find((one) => files.has(one));
    if (name === undefined) return 'there is no such page';
    if (hash === '' || !name.endsWith('.html')) return null;
    return anchors.get(name)?.has(decodeURIComponent(hash.slice(1))) ? null : 'there is no such anchor';
  };
  return [...files].flatMap(([name, html]) =>
    linksOf(name, html, dist).flatMap((address) => {
      const wrong = /^(?:[a-z][a-z+.-]*:|\/\/)/i.test(address) ? null : fault(name, address);
      return wrong === null ? [] : [`${name}: ${address}: ${wrong}`];
    }),
  );
}

const idsOf = (html: string): readonly string[] => [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id);

function linksOf(name: string, html: string | null, dist: string): readonly string[] {
  if (html !== null)
    return [...html.matchAll(/<(?:a|img|link|script)\s[^>]*?(?:href|src)="([^"]+)"/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    );
  if (name !== 'llms.txt') return [];
  return [...readFileSync(path.join(dist, name), 'utf8').matchAll(/\]\(([^)]+)\)/g)].map(([, address = '']) => address);
}
