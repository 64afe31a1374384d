import type { Mock } from '../src/index.ts';

/** The hidden field of the form behind a connect link. */
export async function readFormToken(mock: Mock, authUrl: string): Promise<string> {
  const page = await (await mock.fetch(authUrl)).text();
  return /<input type="hidden" name="form_token" value="([\w-]+)">/.exec(page)?.[1] ?? '';
}

/** Opens the page behind a connect link and presses its button. */
export async function press(mock: Mock, authUrl: string): Promise<Response> {
  const body = new URLSearchParams({ form_token: await readFormToken(mock, authUrl) });
  return mock.fetch(authUrl, { method: 'POST', body });
}
