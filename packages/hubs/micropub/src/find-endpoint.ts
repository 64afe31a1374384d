import { hubIsDown, isSameOrigin } from '@fanfare/hub';
import { type Answer, isOk, NetworkError, type NetworkIo, readAgain, readTags } from '@fanfare/network';

export type Endpoints = {
  readonly micropub: string;
  /** The IndieAuth metadata and the older token endpoint, or null, on the server's own origin. */
  readonly metadata: string | null;
  readonly token: string | null;
};

/**
 * Finds the Micropub endpoint that a page names (W3C Micropub, section 5.3, checked 2026-11). A
 * page that names none is taken for the endpoint itself. Sent without the key. Throws NetworkError
 * `content_rejected` for an endpoint on another origin, where the key must not go.
 */
export async function findEndpoints(io: NetworkIo, url: string): Promise<Endpoints> {
  const answer = await readPage(io, url);
  // A server that is down answers its endpoint no better than its page.
  const down = answer && hubIsDown(answer);
  if (down) throw down;
  const links = answer && isOk(answer) ? [...linksInHeader(answer), ...linksInPage(answer)] : [];
  const first = (rel: string): string | null => {
    const href = links.find((link) => link.rels.includes(rel))?.href;
    return href === undefined ? null : (URL.parse(href, url)?.href ?? null);
  };
  const near = (found: string | null) => (found !== null && isSameOrigin(found, url) ? found : null);
  const micropub = first('micropub');
  if (micropub !== null && near(micropub) === null) throw elsewhere();
  return {
    micropub: micropub ?? url,
    metadata: near(first('indieauth-metadata')),
    token: near(first('token_endpoint')),
  };
}

/** Null for a page that is too large to be read. */
async function readPage(io: NetworkIo, url: string): Promise<Answer | null> {
  try {
    return await readAgain(io, { method: 'GET', url, headers: { accept: 'text/html' } });
  } catch (error) {
    const hasAnswered = error instanceof NetworkError && error.facts.networkCode !== undefined;
    if (hasAnswered) return null;
    throw error;
  }
}

type Link = { readonly href: string; readonly rels: readonly string[] };

const LINK_VALUE = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]*))?)*)/g;
const REL = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i;

/** RFC 8288, section 3. */
function linksInHeader({ headers }: Answer): readonly Link[] {
  return [...(headers.link ?? '').matchAll(LINK_VALUE)].map(([, href = '', params = '']) => {
    const [, quoted, plain] = REL.exec(params) ?? [];
    return { href, rels: relsOf(quoted ?? plain) };
  });
}

function linksInPage({ text }: Answer): readonly Link[] {
  const links: Link[] = [];
  readTags(text, {
    names: ['link'],
    onTag({ attributes }) {
      const href = attributes.get('href');
      if (href !== undefined) links.push({ href, rels: relsOf(attributes.get('rel')) });
    },
  });
  return links;
}

const relsOf = (rel = ''): readonly string[] => rel.toLowerCase().split(/\s+/);

const elsewhere = (): NetworkError =>
  new NetworkError({
    code: 'content_rejected',
    outcome: 'not_sent',
    message: 'The page names a Micropub endpoint on another origin. Connect with the address of the endpoint itself.',
  });
