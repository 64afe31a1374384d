import { nameInstance } from '@fanfare/contract';
import { allowedMethods } from './allowed-methods.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';

/** Paths beside the API, for anybody. */
const BESIDE: Readonly<Record<string, (baseUrl: string) => HttpAnswer | Promise<HttpAnswer>>> = {
  '/healthz': () => json({ status: 'ok', version: 'mock' }),
  '/readyz': () => json({ status: 'ready' }),
  '/openapi.yaml': describe,
  '/docs': () => leadTo('README.md'),
  '/docs/errors': () => leadTo('errors.md'),
};

/** Health and description of the service, by GET and HEAD; null for any other address or method. */
export async function answerBeside({ method }: HttpRequest, path: string, baseUrl: string): Promise<HttpAnswer | null> {
  // In any case, with or without a slash at the end, as the service matches.
  const name = path.toLowerCase().replace(/\/$/, '');
  const answer = Object.hasOwn(BESIDE, name) ? BESIDE[name] : undefined;
  if (!answer) return null;
  if (method === 'OPTIONS') return allowedMethods('GET,HEAD');
  if (method === 'HEAD') return { ...(await answer(baseUrl)), body: null };
  return method === 'GET' ? answer(baseUrl) : null;
}

const json = (body: object): HttpAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** The mock has no documentation; browsers keep the `#code` of the address that they came from. */
const leadTo = (page: string): HttpAnswer => ({
  status: 302,
  headers: { location: `https://github.com/fanfare-dev/fanfare/blob/main/docs/${page}` },
  body: null,
});

let description: Promise<string> | undefined;

/** Loaded and written on the first request, because it is larger than the rest of the mock. */
async function describe(baseUrl: string): Promise<HttpAnswer> {
  description ??= import('@fanfare/contract/openapi').then(({ openApiYaml }) => openApiYaml());
  const headers = {
    'content-type': 'application/yaml; charset=utf-8',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=300',
  };
  return { status: 200, headers, body: nameInstance(await description, baseUrl) };
}
