import { createHmac, timingSafeEqual } from 'node:crypto';
import { canonicalText } from '@fanfare/publish-key';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { toResult } from './to-result.ts';
import type { Outcome, Tool, ToolDeps } from './tool.ts';

/** Time that a person has to agree. */
const VALID_MS = 30 * 60_000;

export type Asking = {
  /** Makes confirmation tokens that nobody else can make: the key of the caller. */
  readonly secret: string;
  /** Whether the client of this call can show a form to its user. */
  readonly canAsk: boolean;
};

type Call = { readonly tool: Tool; readonly given: Readonly<Record<string, unknown>>; readonly ctx: ServerContext };

/**
 * Asks the person about a call that publishes. A client that can shows a form; any other gets what
 * would be published and a token, which the same call carries once the person has agreed. Returns
 * null when they have, otherwise the answer of this call.
 */
export async function confirm(
  deps: ToolDeps,
  { secret, canAsk }: Asking,
  { tool, given: { confirmation, ...given }, ctx }: Call,
): Promise<CallToolResult | InputRequiredResult | null> {
  const preview = await tool.preview!(deps, given as never);
  if (canAsk) {
    const answer = inputResponse(ctx.mcpReq.inputResponses, 'publish');
    if (answer.kind !== 'elicit') return askPerson(preview);
    if (answer.action === 'accept' && answer.content?.publish === true) return null;
    return toResult({ summary: 'The person did not agree. Nothing was published.', isError: true });
  }
  const about = canonicalText({ tool: tool.name, given, preview: preview.data });
  const now = deps.now().getTime();
  if (typeof confirmation === 'string' && isValid(secret, about, confirmation, now)) return null;
  const again = confirmation === undefined ? '' : 'The confirmation is too old, or belongs to another call. ';
  return toResult({
    summary: `${again}Nothing was published yet. Show the person what follows. Only when they agree, make the same call with this confirmation.`,
    data: { preview: { what: preview.summary, ...preview.data }, confirmation: tokenOf(secret, about, now) },
  });
}

function askPerson({ summary, data = {} }: Outcome): InputRequiredResult {
  const lines = Object.entries(data).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return inputRequired({
    inputRequests: {
      publish: inputRequired.elicit({
        message: [summary, ...lines].join('\n'),
        requestedSchema: {
          type: 'object',
          properties: { publish: { type: 'boolean', title: 'Publish this' } },
          required: ['publish'],
        },
      }),
    },
  });
}

const tokenOf = (secret: string, about: string, at: number): string => {
  const mac = createHmac('sha256', secret).update(`confirm ${at} ${about}`).digest('base64url');
  return `${at.toString(36)}.${mac}`;
};

function isValid(secret: string, about: string, token: string, now: number): boolean {
  const at = Number.parseInt(token.split('.')[0] ?? '', 36);
  if (!(at <= now && now - at < VALID_MS)) return false;
  const [expected, got] = [tokenOf(secret, about, at), token].map((one) => Buffer.from(one));
  return expected!.length === got!.length && timingSafeEqual(expected!, got!);
}
