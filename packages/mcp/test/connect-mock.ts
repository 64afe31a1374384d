import { createMock, type Mock } from '@fanfare/mock';
import { Fanfare } from '@fanfare/sdk';
import { Client, type ElicitRequest } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import { createMcpServer, type McpOptions } from '../src/create-mcp-server.ts';

/** The revisions of the protocol that clients speak: that of 2025, and that of 2026-07-28. */
export const ERAS = ['legacy', 'auto'] as const;

type Options = Partial<McpOptions> & {
  readonly era?: (typeof ERAS)[number];
  /** Answer of the person to a form; without it the client shows none. */
  readonly answer?: (request: ElicitRequest) => { action: 'accept' | 'decline'; content?: Record<string, boolean> };
  /** Another client, whose mock this one uses too. */
  readonly like?: { readonly mock: Mock; readonly accounts: ReturnType<Mock['scenario']> };
};

export type Call = (
  name: string,
  given?: object,
) => Promise<{
  readonly isError: boolean;
  readonly summary: string;
  /** The answer as a client sees it that reads texts only. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: Each tool has its own data, which the test names.
  readonly data: any;
}>;

/** A client of the official SDK, connected to the tools over a mock with an account per network. */
export async function connectMock({ era = 'auto', answer, like, ...options }: Options = {}) {
  const mock = like?.mock ?? createMock();
  const accounts = like?.accounts ?? mock.scenario('everything-works');
  const { baseUrl, apiKey } = mock;
  const fanfare = new Fanfare({ baseUrl, apiKey, fetch: mock.fetch });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = serveStdio(() => createMcpServer({ fanfare, apiKey, now: () => new Date(), ...options }), {
    transport: far,
  });
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era }, ...(answer && { capabilities: { elicitation: {} } }) },
  );
  if (answer) client.setRequestHandler('elicitation/create', async (request) => answer(request));
  await client.connect(near);
  onTestFinished(async () => {
    await client.close();
    await served.close();
  });
  const call: Call = async (name, given = {}) => {
    const result = await client.callTool({ name, arguments: given as Record<string, unknown> });
    const { isError = false, structuredContent, content } = result;
    const { text = '' } = content[0] as { text?: string };
    const { summary, ...data } = (structuredContent ?? { summary: text }) as { summary: string };
    return { isError, summary, text, data };
  };
  return { mock, accounts, client, call };
}
