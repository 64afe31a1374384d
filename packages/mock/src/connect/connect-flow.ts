import { CONNECT_FAILURE_REASONS, type OAuthPlatform } from '@fanfare/contract';
import {
  CONNECT_FORM_BYTES,
  type ConnectResult,
  confirmPage,
  connectRedirect,
  isCancel,
  isSameOrigin,
  notPressedHerePage,
} from '@fanfare/rules';
import { DECLINABLE, mayDecline } from '../accounts/permissions.ts';
import { allowedMethods } from '../http/allowed-methods.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import { type HttpRequest, headerOf, readText } from '../http/http-request.ts';
import type { MockState } from '../mock-state.ts';
import { isOAuthNetwork } from '../network-rules.ts';
import type { ConnectAttempt } from '../world.ts';
import { consume, openAttempt } from './answer-connect-link.ts';
import { connectedPage, failedPage, networkPage, sendPage, shownNetwork } from './connect-pages.ts';
import { type Consent, pageNamed } from './finish-connect.ts';

type Deps = Pick<MockState, 'world' | 'clock' | 'ids' | 'events' | 'baseUrl'>;

/**
 * The pages a user passes, or null for any other address: the service's own (`/connect/{token}`),
 * the network's (`/mock-networks/{platform}`, the mock's), and the callback, which leads to the
 * caller's `redirectUrl`. Unlike the service, the mock ties neither the form nor the flow to one
 * browser: fetch keeps no cookies.
 */
export async function answerConnectPage(deps: Deps, request: HttpRequest, path: string): Promise<HttpAnswer | null> {
  const page = await pageOf(deps, request, path);
  return page && request.method === 'HEAD' ? { ...page, body: null } : page;
}

async function pageOf(deps: Deps, request: HttpRequest, path: string): Promise<HttpAnswer | null> {
  const { url } = request;
  // In either case, with or without a slash at the end, as the service's router matches.
  const [, token] = /^\/connect\/([^/]+)\/?$/i.exec(path) ?? [];
  if (token !== undefined) return answerLinkPage(deps, request, decoded(token));
  const [, platform] = /^\/mock-networks\/([a-z]+)$/.exec(path) ?? [];
  if (platform !== undefined && isOAuthNetwork(platform)) return answerNetworkPage(deps, request, platform, url);
  const [, callback] = /^\/oauth\/([^/]+)\/callback\/?$/i.exec(path) ?? [];
  if (callback === undefined) return null;
  const name = decoded(callback);
  if (name === null) return failedPage('state_invalid');
  if (request.method === 'OPTIONS') return allowedMethods('GET,HEAD');
  return isRead(request.method) ? answerCallback(deps, name, url.searchParams) : null;
}

async function answerLinkPage(deps: Deps, request: HttpRequest, token: string | null): Promise<HttpAnswer | null> {
  if (token === null) return failedPage('state_invalid');
  if (request.method === 'OPTIONS') return allowedMethods('GET,HEAD,POST');
  if (isRead(request.method)) return showConfirm(deps, token);
  if (request.method !== 'POST') return null;
  const form = await readForm(request);
  const attempt = form && openAttempt(deps, token);
  if (!form) return failedPage('state_invalid');
  if (!attempt) return refuseLink(deps, token);
  if (!isFormOfPage(deps, request, attempt, form))
    return sendPage(403, notPressedHerePage(linkOf(deps, token), attempt.redirectUrl));
  if (isCancel(form.get('answer'))) return finish(attempt, consume(deps, attempt, { outcome: 'deny' }));
  // The last press counts: the callback of an earlier one is refused.
  attempt.state = deps.ids.token(43);
  return redirect(`${deps.baseUrl}/mock-networks/${attempt.platform}?state=${attempt.state}`);
}

/** Null for a form that is too long or in an unknown charset. Other bodies are not read. */
async function readForm(request: HttpRequest): Promise<URLSearchParams | null> {
  const type = headerOf(request, 'content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type)) return new URLSearchParams();
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]*)/i.exec(type) ?? [];
  const body = (await request.readBody?.()) ?? new ArrayBuffer();
  const isReadable = body.byteLength <= CONNECT_FORM_BYTES && /^(?:utf-8|iso-8859-1)$/i.test(charset);
  return isReadable ? new URLSearchParams(new TextDecoder().decode(body)) : null;
}

/** Whether the button was pressed on this link's page. Programs name no page: the token decides. */
function isFormOfPage(deps: Deps, request: HttpRequest, attempt: ConnectAttempt, form: URLSearchParams): boolean {
  const source = { site: headerOf(request, 'sec-fetch-site'), origin: headerOf(request, 'origin') };
  const isProgram = source.site === null && source.origin === null;
  const isOwn = isProgram || isSameOrigin(source, new URL(deps.baseUrl).origin);
  return isOwn && attempt.formToken !== null && form.get('form_token') === attempt.formToken;
}

async function answerNetworkPage(
  { world, baseUrl }: Deps,
  request: HttpRequest,
  platform: OAuthPlatform,
  { search, searchParams }: URL,
): Promise<HttpAnswer> {
  const state = searchParams.get('state') ?? '';
  if (isRead(request.method)) {
    const attempt = [...world.attempts.values()].find((one) => one.state === state);
    return networkPage(platform, `${baseUrl}/mock-networks/${platform}${search}`, attempt?.redirectUrl ?? null);
  }
  const form = new URLSearchParams(await readText(request));
  const answer = new URLSearchParams({ state });
  for (const [name, value] of form) answer.append(name === 'outcome' && value === 'deny' ? 'error' : name, value);
  return redirect(`${baseUrl}/oauth/${platform}/callback?${answer}`);
}

/** Null for an escape sequence that is not valid. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function showConfirm(deps: Deps, token: string): HttpAnswer {
  const attempt = openAttempt(deps, token);
  if (!attempt) return refuseLink(deps, token);
  const { platform, redirectUrl } = attempt;
  const project = deps.world.projects.get(attempt.projectId);
  attempt.formToken ??= deps.ids.token(43);
  const page = confirmPage({
    action: linkOf(deps, token),
    formToken: attempt.formToken,
    network: shownNetwork(platform),
    projectName: project?.name ?? 'An unknown project',
    logoUrl: project?.logoUrl ?? null,
    redirectUrl,
    networkUrl: `${deps.baseUrl}/mock-networks/${platform}`,
  });
  return sendPage(200, page);
}

const linkOf = ({ baseUrl }: Deps, token: string): string => `${baseUrl}/connect/${token}`;

function answerCallback(deps: Deps, platform: string, query: URLSearchParams): HttpAnswer {
  const state = query.get('state');
  const isNamed = (one: ConnectAttempt): boolean => one.state !== null && one.state === state;
  const named = [...deps.world.attempts.values()].find((one) => one.platform === platform && isNamed(one));
  const attempt = named ? openAttempt(deps, named.token) : null;
  if (!attempt) return failedPage('state_invalid', named?.redirectUrl);
  return finish(attempt, consume(deps, attempt, readConsent(attempt.platform, query)));
}

function finish({ redirectUrl }: ConnectAttempt, result: ConnectResult): HttpAnswer {
  if (redirectUrl !== null) return redirect(connectRedirect(redirectUrl, result));
  return result.ok ? connectedPage(result.platform, result.username, result.pages) : failedPage(result.reason);
}

const refuseLink = ({ world }: Deps, token: string): HttpAnswer =>
  failedPage('state_invalid', world.attempts.get(token)?.redirectUrl ?? null);

function readConsent(platform: OAuthPlatform, query: URLSearchParams): Consent {
  const outcome = query.get('outcome');
  if (outcome === 'approve') {
    const username = query.get('username')?.trim();
    const pages = query
      .get('pages')
      ?.split(',')
      .map((name) => name.trim());
    return {
      outcome,
      ...(username && { username }),
      ...(pages && { pages: pages.filter((name) => name !== '').map(pageNamed) }),
      ...(mayDecline(platform) && {
        without: DECLINABLE.filter((permission) => query.getAll('without').includes(permission)),
      }),
    };
  }
  const reason = CONNECT_FAILURE_REASONS.find((one) => one === outcome);
  return reason === undefined || reason === 'access_denied' || reason === 'state_invalid'
    ? { outcome: 'deny' }
    : { outcome: reason };
}

const redirect = (to: string): HttpAnswer => ({
  status: 303,
  headers: { location: to, 'cache-control': 'no-store' },
  body: null,
});
