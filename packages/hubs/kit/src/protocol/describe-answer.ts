import type { Answer } from '@fanfare/network';
import { z } from 'zod';

/** `400 application/json {"code":…}`. Of a 2xx only the names of members: it may hold a key. */
export function describeAnswer(answer: Answer): string {
  const { status, headers, text } = answer;
  const body = status >= 200 && status < 300 ? namesIn(answer) : text.replace(/\s+/g, ' ').trim();
  return [String(status), headers['content-type'] ?? 'no content type', body || 'no body'].join(' ');
}

function namesIn({ json, text }: Answer): string {
  if (typeof json !== 'object' || json === null) return text === '' ? '' : `${text.length} characters`;
  return `{ ${Object.keys(json).join(', ')} }`;
}

export const isJson = ({ headers, json }: Answer): boolean =>
  /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers['content-type'] ?? '') && json !== undefined;

export const isRedirect = ({ status }: Answer): boolean => status >= 300 && status < 400;

const refusalSchema = z.object({ code: z.string().min(1), message: z.string().min(1) });

/** The code and message of a refusal; null where the body has none. */
export const readRefusal = ({ json }: Answer): z.infer<typeof refusalSchema> | null =>
  refusalSchema.safeParse(json).data ?? null;

/** Whether an answer refuses a code as the specification says. */
export const isCodeRefused = (answer: Answer): boolean =>
  answer.status === 400 && readRefusal(answer)?.code === 'invalid_connect_code';
