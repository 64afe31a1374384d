import { BadControl, isObject, type JsonObject, readOptionalText, readWhole, refuseUnknown } from '../read-json.ts';

/** The answer of the receiver to deliveries. */
export type ReceiverAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Real time. */
  readonly delayMs: number;
  /** The number of deliveries that get it before the receiver answers 200 again; null for all. */
  readonly times: number | null;
};

export const OK: ReceiverAnswer = { status: 200, headers: {}, body: '', delayMs: 0, times: null };

const MAX_DELAY_MS = 600_000;
const MAX_TIMES = 1_000;

/** The answers that the page offers. */
export const PRESETS = [
  { name: 'ok', label: '200', note: 'Every delivery is accepted.', answer: {} },
  { name: 'error', label: '500', note: 'Every delivery fails and is tried again later.', answer: { status: 500 } },
  {
    name: 'slow',
    label: 'Slow',
    note: 'Answers 200 after 20 seconds, which is later than a sender waits for.',
    answer: { delayMs: 20_000 },
  },
  {
    name: 'gone',
    label: '410',
    note: 'Says that the address is gone: the sender disables the webhook.',
    answer: { status: 410 },
  },
  {
    name: 'disable',
    label: 'Disable',
    note: 'Answers with the header webhook-delivery: disable: the sender disables the webhook.',
    answer: { headers: { 'webhook-delivery': 'disable' } },
  },
] as const;

/** Reads an answer; fields that are absent are those of a plain 200. */
export function readAnswer(body: JsonObject): ReceiverAnswer {
  refuseUnknown(body, ['status', 'headers', 'body', 'delayMs', 'times']);
  const given = (key: string) => body[key] !== undefined && body[key] !== null;
  return {
    status: given('status') ? readWhole(body, 'status', { min: 200, max: 599 }) : OK.status,
    headers: readHeaders(body.headers),
    body: readOptionalText(body, 'body') ?? OK.body,
    delayMs: given('delayMs') ? readWhole(body, 'delayMs', { min: 0, max: MAX_DELAY_MS }) : OK.delayMs,
    times: given('times') ? readWhole(body, 'times', { min: 1, max: MAX_TIMES }) : OK.times,
  };
}

function readHeaders(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  const entries = isObject(value) ? Object.entries(value) : [];
  const isRight = isObject(value) && entries.every(([name, text]) => /^[\w-]+$/.test(name) && isHeaderText(text));
  if (!isRight) throw new BadControl('"headers" must be an object of header names and texts');
  return Object.fromEntries(entries.map(([name, text]) => [name, String(text)]));
}

const isHeaderText = (text: unknown): text is string => typeof text === 'string' && /^[\x20-\x7e]*$/.test(text);
