import { type HubAccess, hubIsDown, isSameHost, isSameOrigin, notThisHub, plainHubUrl } from '@fanfare/hub';
import { type Answer, isOk, NetworkError, type NetworkIo, readAgain } from '@fanfare/network';
import { atRoute, readRoot } from './call-wordpress.ts';
import { problemOf } from './connect-problems.ts';
import { ErrorBody, type Root, RootAnswer } from './wire.ts';

export type Site = {
  /** As `atRoute` takes it. */
  readonly apiUrl: string;
  readonly name: string;
  /** The address by the site's own word; null where it is hidden or on another host. */
  readonly home: string | null;
  /** False where the site says that it takes no application passwords. */
  readonly takesKeys: boolean;
};

type Found = { readonly apiUrl: string; readonly root: Root | 'needs sign-in' };

/** `_fields` leaves out the routes, which plugins make long. */
const FIELDS = { _fields: 'name,home,url,namespaces,authentication' };

/** Finds the REST API at or above an address, without the key. Throws ConnectProblem if known. */
export async function findSite(io: NetworkIo, url: string): Promise<Found> {
  const answer = await askRoot(io, url);
  const found = readRootAnswer(answer, url) ?? (await findElsewhere(io, url, answer));
  if (found) return found;
  throw hubIsDown(answer) ?? problemOf(answer, url) ?? notThisHub('the REST API of WordPress', String(answer.status));
}

/** Reads the site's description, with the key where it is shown to nobody else. */
export async function describeSite(access: HubAccess, { apiUrl, root }: Found, given: string): Promise<Site> {
  const said = root === 'needs sign-in' ? await readWithKey(access) : root;
  if (said === null) return { apiUrl, name: '', home: null, takesKeys: true };
  const { name, authentication: takesKeys } = said;
  return { name, takesKeys, ...(await locate(access, { apiUrl, root: said, given })) };
}

const askRoot = (io: NetworkIo, apiUrl: string): Promise<Answer> =>
  readAgain(io, { method: 'GET', ...atRoute(apiUrl, '', FIELDS), headers: { accept: 'application/json' } });

function readRootAnswer(answer: Answer, apiUrl: string): Found | null {
  const read = isOk(answer) ? RootAnswer.safeParse(answer.json) : null;
  if (read?.success) return { apiUrl, root: read.data };
  const { data: error } = ErrorBody.safeParse(answer.json);
  const needsSignIn = [401, 403].includes(answer.status) && error?.data?.status === answer.status;
  return needsSignIn ? { apiUrl, root: 'needs sign-in' } : null;
}

const API_LINK = /<([^<>\s]{1,2048})>\s*;\s*rel="?https:\/\/api\.w\.org\/"?/;
const MOST_LINK_CHARS = 16_384;

/**
 * The API where a page names it (REST API handbook, discovery, 2026-11), else the usual address.
 */
async function findElsewhere(io: NetworkIo, url: string, { status }: Answer): Promise<Found | null> {
  if (status === 429 || status >= 500) return null;
  const named = await readLink(io, url);
  const isNear = named !== null && named.search === '' && isSameOrigin(named.href, url);
  const roots = new Set([
    ...(isNear ? [named.href.endsWith('/') ? named.href : `${named.href}/`] : []),
    `${url}/wp-json/`,
  ]);
  for (const root of roots) {
    const found = readRootAnswer(await askRoot(io, root), root);
    if (found) return found;
  }
  return null;
}

async function readLink(io: NetworkIo, url: string): Promise<URL | null> {
  try {
    const { headers } = await readAgain(io, { method: 'GET', url: `${url}/`, headers: { accept: 'text/html' } });
    const [, link] = API_LINK.exec((headers.link ?? '').slice(0, MOST_LINK_CHARS)) ?? [];
    return link === undefined ? null : URL.parse(link, url);
  } catch (error) {
    // A page that is too large to be read.
    if (error instanceof NetworkError && error.facts.networkCode !== undefined) return null;
    throw error;
  }
}

async function readWithKey(access: HubAccess): Promise<Root | null> {
  try {
    return RootAnswer.safeParse((await readRoot(access, FIELDS)).json).data ?? null;
  } catch (error) {
    // Reading the user with the key decides.
    if (error instanceof NetworkError) return null;
    throw error;
  }
}

type Said = { readonly apiUrl: string; readonly root: Root; readonly given: string };

/**
 * Finds the address of the site by its own word, so that every path below it is the same hub. It is
 * believed about the host that was given, with or without `www.`, and only where the API at that
 * address says the same.
 */
export async function locate(io: NetworkIo, { apiUrl, root, given }: Said): Promise<Pick<Site, 'apiUrl' | 'home'>> {
  const said = [root.home, root.url].find((each) => each !== undefined && isSameHost(each, given));
  if (said === undefined) return { apiUrl, home: null };
  const home = plainHubUrl(said);
  const base = plainHubUrl(`${new URL(given).origin}${new URL(home).pathname}`);
  if ([base, `${base}/wp-json/`, `${base}/index.php/wp-json/`].includes(apiUrl)) return { apiUrl, home };
  const answer = await askRoot(io, base).catch((error: unknown) => {
    if (error instanceof NetworkError) return null;
    throw error;
  });
  const there = answer && RootAnswer.safeParse(answer.json).data;
  return there && there.home === root.home ? { apiUrl: base, home } : { apiUrl, home: null };
}
