import { sendHttp } from './send-http.ts';
import type { Page, Step } from './walk-pages.ts';

/** One request of a browser, of which nothing is followed. */
export async function askOverHttp({
  method,
  url,
  form,
  cookie,
  origin,
}: Step): Promise<Page & { readonly cookies: readonly string[] }> {
  const headers: [string, string][] = cookie === '' ? [] : [['Cookie', cookie]];
  if (form) headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  if (origin !== undefined) headers.push(['Origin', origin]);
  const path = url.pathname + url.search;
  const answer = await sendHttp(url.origin, { method, path, headers, ...(form && { body: form.toString() }) });
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    text: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? ''),
    cookies: answer.headers.getSetCookie(),
  };
}
