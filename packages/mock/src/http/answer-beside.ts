import { allowedMethods } from './allowed-methods.ts';

/** What stands beside the API, for anybody. */
const BESIDE: Readonly<Record<string, () => Response | Promise<Response>>> = {
  '/healthz': () => json({ status: 'ok' }),
  '/readyz': () => json({ status: 'ready' }),
  '/openapi.yaml': describe,
  '/docs': () => leadTo('README.md'),
  '/docs/errors': () => leadTo('errors.md'),
};

/** Health and description of the service, by GET and HEAD; null for any other address or method. */
export async function answerBeside({ method }: Request, path: string): Promise<Response | null> {
  // In any case, with or without a slash at the end, as the service matches.
  const name = path.toLowerCase().replace(/\/$/, '');
  const answer = Object.hasOwn(BESIDE, name) ? BESIDE[name] : undefined;
  if (!answer) return null;
  if (method === 'OPTIONS') return allowedMethods('GET,HEAD');
  if (method === 'HEAD') return new Response(null, await answer());
  return method === 'GET' ? answer() : null;
}

const json = (body: object): Response =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json; charset=utf-8' } });

/** The mock has no documentation; browsers keep the `#code` of the address that they came from. */
const leadTo = (page: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: `https://github.com/fanfare-dev/fanfare/blob/main/docs/${page}` },
  });

/** Loaded on the first request, because it is larger than the rest of the mock. */
async function describe(): Promise<Response> {
  const { openApiYaml } = await import('@fanfare/contract/openapi');
  const headers = {
    'Content-Type': 'application/yaml; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'public, max-age=300',
  };
  return new Response(openApiYaml(), { headers });
}
