import type { Fanfare } from '@fanfare/sdk';
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  fromJsonSchema,
  type InputRequiredResult,
  type JsonSchemaType,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import manifest from '../package.json' with { type: 'json' };
import { confirm } from './confirm.ts';
import { errorOutcome } from './error-outcome.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { strictValidator } from './strict-validator.ts';
import { toResult } from './to-result.ts';
import type { LocalFiles, Tool, ToolDeps } from './tool.ts';
import { allTools } from './tools.ts';

export type McpOptions = {
  /** The client of the project that the caller may use, with the caller's own key. */
  readonly fanfare: Fanfare;
  /** Key of the caller, by which confirmations are signed. */
  readonly apiKey: string;
  /** Reads local files; null where the caller is on another machine. */
  readonly files?: LocalFiles | null;
  /** Whether a person agrees to every publish first. */
  readonly confirm?: boolean;
  /** Address of the installation for people; that of the client by default. */
  readonly publicUrl?: string;
  readonly version?: string;
  readonly now?: () => Date;
  /** Longest wait for the networks; 45 seconds by default, for clients give up after 60. */
  readonly waitMs?: number;
};

const HOUR_MS = 3_600_000;
const WAIT_MS = 45_000;

const CONFIRMATION: JsonSchemaType = {
  type: 'string',
  description: 'From the call before, once the person has agreed',
};

/**
 * Creates the MCP server of one caller, for one connection or one HTTP request. It keeps nothing:
 * each call is requests of the API with the caller's key.
 */
export function createMcpServer(options: McpOptions): McpServer {
  const { fanfare, apiKey, files = null, now = () => new Date(), waitMs = WAIT_MS } = options;
  const publicUrl = options.publicUrl ?? fanfare.baseUrl;
  const deps: ToolDeps = { fanfare, files, now, waitMs, publicUrl };
  const cacheHint = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;
  const server = new McpServer(
    { name: 'fanfare', title: 'Fanfare', version: options.version ?? manifest.version, websiteUrl: publicUrl },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: INSTRUCTIONS,
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
    },
  );
  const asks = options.confirm ?? false;
  for (const { tool, inputSchema, outputSchema } of registered(files !== null, asks)) {
    const { name, title, description, annotations } = tool;
    const run = async (given: Record<string, unknown>, ctx: ServerContext) => {
      if (asks && tool.preview) {
        const canAsk = canShowForm(capabilitiesOf(server, ctx));
        const refusal = await confirm(deps, { secret: apiKey, canAsk }, { tool, given, ctx });
        if (refusal) return refusal;
      }
      const { confirmation: _, ...rest } = given;
      return toResult(await tool.run(deps, rest as never));
    };
    const callback = async (given: unknown, ctx: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
      try {
        return await run(given as Record<string, unknown>, ctx);
      } catch (error) {
        return toResult(errorOutcome(error));
      }
    };
    server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, callback);
  }
  return server;
}

type Registered = {
  readonly tool: Tool;
  readonly inputSchema: ReturnType<typeof fromJsonSchema>;
  readonly outputSchema: ReturnType<typeof fromJsonSchema>;
};

const made = new Map<string, readonly Registered[]>();

/** Tools with their schemas, which are compiled once and not for each request. */
function registered(paths: boolean, asks: boolean): readonly Registered[] {
  const variant = `${paths} ${asks}`;
  const found = made.get(variant);
  if (found) return found;
  const all = allTools({ paths }).map((tool) => {
    const properties = { ...tool.input.properties, ...(asks && tool.preview && { confirmation: CONFIRMATION }) };
    return {
      tool,
      inputSchema: fromJsonSchema({ ...tool.input, properties }, strictValidator),
      outputSchema: fromJsonSchema(tool.output),
    };
  });
  made.set(variant, all);
  return all;
}

/** Capabilities of a client. Since the protocol of 2026-07-28 each request has them. */
const capabilitiesOf = (server: McpServer, ctx: ServerContext): ClientCapabilities | undefined =>
  (ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ??
  server.server.getClientCapabilities();

const canShowForm = (can: ClientCapabilities | undefined): boolean =>
  can?.elicitation !== undefined && (can.elicitation.form !== undefined || can.elicitation.url === undefined);
