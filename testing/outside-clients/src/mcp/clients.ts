import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Folder of the clients; they are no dependencies. */
export const FOLDER = fileURLToPath(new URL('../../mcp-clients', import.meta.url));

/** An MCP server: an address, or a command. */
export type Door =
  | { readonly url: string; readonly key: string }
  | { readonly command: readonly [string, ...string[]]; readonly env: Record<string, string> };

type Answer = { readonly isError?: boolean; readonly structuredContent?: Readonly<Record<string, unknown>> };
type Tool = { readonly name: string; readonly outputSchema?: object };

/** A client that is connected. */
export type Connected = {
  list(): Promise<readonly Tool[]>;
  call(name: string, given: object): Promise<Answer>;
  close(): Promise<void>;
};

const run = promisify(execFile);

/** The Inspector starts anew for each call, as people use it in a shell. */
export async function connectInspector(door: Door): Promise<Connected> {
  const bin = path.join(FOLDER, 'node_modules/.bin/mcp-inspector');
  const header = 'url' in door ? ['--header', `Authorization: Bearer ${door.key}`] : [];
  const target = 'url' in door ? [door.url, '--transport', 'http', ...header] : door.command;
  // It gives a command no other variables.
  const given = 'env' in door ? Object.entries(door.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]) : [];
  const ask = async <Reply>(...args: string[]): Promise<Reply> => {
    const options = { maxBuffer: 10_000_000 };
    const { stdout } = await run(bin, ['--cli', ...target, ...given, ...args], options).catch((error) => {
      // Its exit code says that the tool answered an error, which is an answer.
      if (typeof error.stdout === 'string' && error.stdout.startsWith('{"content"')) return error as { stdout: string };
      throw error;
    });
    return JSON.parse(stdout);
  };
  const argument = ([name, value]: [string, unknown]): string =>
    `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`;
  return {
    list: async () => (await ask<{ tools: Tool[] }>('--method', 'tools/list', '--strict')).tools,
    call: (name, given) => {
      const args = Object.entries(given).map(argument);
      return ask<Answer>('--method', 'tools/call', '--tool-name', name, ...args.flatMap((one) => ['--tool-arg', one]));
    },
    close: async () => undefined,
  };
}

type Sdk = {
  readonly Client: new (
    info: object,
    options: object,
  ) => {
    connect(transport: object): Promise<void>;
    listTools(): Promise<{ tools: Tool[] }>;
    callTool(call: object): Promise<Answer>;
    close(): Promise<void>;
  };
  readonly StdioClientTransport: new (options: object) => object;
  readonly StreamableHTTPClientTransport: new (url: URL, options: object) => object;
};

const PARTS = {
  '@modelcontextprotocol/sdk': ['client/index.js', 'client/stdio.js', 'client/streamableHttp.js'],
  '@modelcontextprotocol/client': ['', 'stdio'],
} as const;

/**
 * The client of one generation of the SDK: the first speaks the protocol of 2025, the second both.
 */
export async function connectSdk(name: keyof typeof PARTS, door: Door): Promise<Connected> {
  const require = createRequire(path.join(FOLDER, 'package.json'));
  const parts = PARTS[name].map((part) => require.resolve(part === '' ? name : `${name}/${part}`));
  const loaded = await Promise.all(parts.map((part) => import(pathToFileURL(part).href)));
  const sdk: Sdk = Object.assign({}, ...loaded);
  const client = new sdk.Client({ name: 'outside', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = 'url' in door ? { headers: { Authorization: `Bearer ${door.key}` } } : {};
  await client.connect(
    'url' in door
      ? new sdk.StreamableHTTPClientTransport(new URL(door.url), { requestInit })
      : new sdk.StdioClientTransport({ command: door.command[0], args: door.command.slice(1), env: door.env }),
  );
  return {
    list: async () => (await client.listTools()).tools,
    call: (tool, given) => client.callTool({ name: tool, arguments: given }),
    close: () => client.close(),
  };
}
