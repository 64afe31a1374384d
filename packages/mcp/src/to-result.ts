import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Outcome } from './tool.ts';

/** The answer of a call: for programs as data, and for a model that sees texts only as JSON. */
export function toResult({ summary, data = {}, isError = false }: Outcome): CallToolResult {
  const json = Object.keys(data).length === 0 ? '' : `\n\n${JSON.stringify(data)}`;
  return {
    content: [{ type: 'text', text: `${summary}${json}` }],
    structuredContent: { summary, ...data },
    ...(isError && { isError }),
  };
}
