import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { ERAS } from '../api/mcp/connect-client.ts';
import { until } from '../until.ts';
import { notingFetch, shownSession, writeSession } from './session-page.ts';
import { type Person, REDIRECT, useOAuth } from './use-oauth.ts';

const { server, documents, person, call } = useOAuth();

/** Values that a host of agents stores for one server. */
type Stored = {
  client?: StoredOAuthClientInformation;
  tokens?: StoredOAuthTokens;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
  /** Page to which the person is sent. */
  page?: URL;
};

const providerOf = (stored: Stored): OAuthClientProvider => ({
  redirectUrl: REDIRECT,
  clientMetadata: { client_name: 'Official SDK', redirect_uris: [REDIRECT] },
  state: () => 'state-of-the-host',
  clientInformation: () => stored.client,
  saveClientInformation(client) {
    stored.client = client;
  },
  tokens: () => stored.tokens,
  saveTokens(tokens) {
    stored.tokens = tokens;
  },
  redirectToAuthorization(page) {
    stored.page = page;
  },
  saveCodeVerifier(verifier) {
    stored.verifier = verifier;
  },
  codeVerifier: () => stored.verifier!,
  saveDiscoveryState(state) {
    stored.discovery = state;
  },
  discoveryState: () => stored.discovery,
});

/** Connects; sends the person to the page where the server asks for it. */
async function connect(
  stored: Stored,
  ada: Person,
  era: (typeof ERAS)[number],
  scope = 'publish',
  noting?: ReturnType<typeof notingFetch>,
) {
  const open = () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
      authProvider: providerOf(stored),
      ...(noting && { fetch: noting.fetch }),
    });
    return { client, transport };
  };
  const first = open();
  const refusal = await first.client.connect(first.transport).catch((error: unknown) => error);
  if (refusal === undefined) return first.client;
  expect(refusal).toBeInstanceOf(UnauthorizedError);
  const page = stored.page!;
  expect(page.searchParams.get('resource')).toBe(`${server.baseUrl}/mcp`);
  expect((await ada.get(`${page.pathname}${page.search}`)).status).toBe(200);
  const { location } = await ada.answer({ query: page.searchParams, verifier: '' }, { scope });
  const back = new URL(location!).searchParams;
  noting?.note(`The person opens ${page.pathname}?client_id=…&scope=…, chooses and approves:`);
  noting?.note(`303 ${location}`);
  noting?.note('');
  expect(back.get('state')).toBe('state-of-the-host');
  await first.transport.finishAuth(back);
  const second = open();
  await second.client.connect(second.transport);
  return second.client;
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

test.each(ERAS)(
  'the official client of the %s protocol gets from 401 to the tools, registered by itself',
  async (era) => {
    const ada = await person();
    const stored: Stored = {};
    const client = await connect(stored, ada, era);
    expect(await namesOf(client)).toContain('publish_post');
    expect(stored.client).toMatchObject({ client_id: expect.stringMatching(/^cli_/) });
    await client.close();

    // Its access token has ended: the client refreshes it by itself, and nobody is asked again.
    const before = stored.tokens!;
    delete stored.page;
    await server.db.query({ text: "update oauth_tokens set expires_at = now() where kind = 'access'" });
    await until(async () => ((await call(before.access_token, 'GET', '/api/v1/usage')).status === 401 ? true : null));
    const again = await connect(stored, ada, era);
    expect(await namesOf(again)).toContain('publish_post');
    expect([stored.page, stored.tokens!.refresh_token === before.refresh_token]).toEqual([undefined, false]);
    await again.close();
  },
);

test('a client with a metadata document calls a tool with what the person gave: reading, and no more', async () => {
  const ada = await person();
  const client_id = documents.put('/sdk.json', (address) => ({ client_id: address, redirect_uris: [REDIRECT] }));
  const client = await connect({ client: { client_id, issuer: server.baseUrl } }, ada, 'auto', 'read');
  const listed = await client.callTool({ name: 'list_accounts', arguments: {} });
  expect(listed.isError ?? false).toBe(false);
  const published = await client.callTool({ name: 'publish_post', arguments: { content: 'x', accounts: ['x'] } });
  expect(published.isError).toBe(true);
  await client.close();
});

test('docs/oauth.md shows what the official client sends and gets, from 401 to the tools', async () => {
  const noting = notingFetch(server.baseUrl);
  await connect({}, await person(), 'auto', 'publish', noting);
  if (process.env.RECORD) writeSession(noting.text());
  expect(shownSession()).toBe(noting.text());
});
