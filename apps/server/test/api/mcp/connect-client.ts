import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';

/** The revisions of the protocol that clients speak: that of 2025, and that of 2026-07-28. */
export const ERAS = ['legacy', 'auto'] as const;

type Caller = { readonly baseUrl: string; readonly apiKey: string };
type Options = {
  readonly era?: (typeof ERAS)[number];
  readonly query?: string;
  readonly fetch?: typeof fetch;
  /** Whether the person agrees to what a form shows; without it the client shows none. */
  readonly answer?: (message: string) => boolean;
};

export type ToolAnswer = {
  readonly isError: boolean;
  readonly summary: string;
  // biome-ignore lint/suspicious/noExplicitAny: Each tool has its own data, which the test names.
  readonly data: any;
};

/** Connects the client of the official SDK over HTTP. Returns how to call a tool. */
export async function connectClient(
  { baseUrl, apiKey }: Caller,
  { era = 'auto', query = '', fetch, answer }: Options = {},
): Promise<{ readonly client: Client; call(name: string, given?: object): Promise<ToolAnswer> }> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era }, ...(answer && { capabilities: { elicitation: {} } }) },
  );
  if (answer)
    client.setRequestHandler('elicitation/create', async ({ params }) => ({
      action: 'accept',
      content: { publish: answer(params.message) },
    }));
  const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp${query}`), { requestInit, ...(fetch && { fetch }) }),
  );
  onTestFinished(() => client.close());
  return {
    client,
    async call(name, given = {}) {
      const {
        isError = false,
        structuredContent,
        content,
      } = await client.callTool({
        name,
        arguments: given as Record<string, unknown>,
      });
      const { summary, ...data } = (structuredContent ?? { summary: textOf(content) }) as { summary: string };
      return { isError, summary, data };
    },
  };
}

const textOf = (content: unknown): string => (content as { readonly text: string }[])[0]?.text ?? '';
