import {
  BadControl,
  isObject,
  type JsonObject,
  readChoice,
  readOptionalText,
  readText,
  readWhole,
  refuseUnknown,
} from './read-json.ts';
import type { NetworkName } from './simulator.ts';

/** The possible faults. `…_after` lets the network perform the request first. */
export const faultActions = ['status', 'drop_before', 'drop_after', 'delay', 'delay_after', 'status_after'] as const;

export type FaultAction = (typeof faultActions)[number];

export type Fault = {
  readonly id: number;
  readonly network: NetworkName;
  /** Null matches every role. */
  readonly role: string | null;
  /** Null matches every method. */
  readonly method: string | null;
  /** A regular expression on the path without `/{network}/{role}` and without the query. */
  readonly path: string;
  readonly action: FaultAction;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Text as given; anything else as JSON. */
  readonly body: unknown;
  readonly delayMs: number;
  /** Matching requests to let through first. */
  readonly skip: number;
  /** Matching requests still to be hit. */
  readonly times: number;
};

export type Incoming = {
  readonly network: NetworkName;
  readonly role: string;
  readonly method: string;
  readonly path: string;
};

const MAX_DELAY_MS = 600_000;
const fields = ['network', 'role', 'method', 'path', 'action', 'status', 'headers', 'body', 'delayMs', 'skip', 'times'];

/** Keeps the pending faults; each is used up by the requests it hits. */
export function createFaults() {
  let waiting: Fault[] = [];
  let lastId = 0;

  return {
    /** Throws BadControl when a field is wrong. */
    add(body: JsonObject, networks: readonly NetworkName[]): Fault {
      const fault = readFault(body, networks, lastId + 1);
      lastId = fault.id;
      waiting.push(fault);
      return fault;
    },
    /** The first pending fault for this request; it is used up by one. */
    take(request: Incoming): Fault | null {
      for (const fault of waiting) {
        if (!matches(fault, request)) continue;
        if (fault.skip > 0) {
          waiting = waiting.map((each) => (each === fault ? { ...fault, skip: fault.skip - 1 } : each));
          continue;
        }
        waiting =
          fault.times > 1
            ? waiting.map((each) => (each === fault ? { ...fault, times: fault.times - 1 } : each))
            : waiting.filter((each) => each !== fault);
        return fault;
      }
      return null;
    },
    list: (): readonly Fault[] => waiting,
    remove(id: number): boolean {
      const before = waiting.length;
      waiting = waiting.filter((fault) => fault.id !== id);
      return waiting.length < before;
    },
    clear(): void {
      waiting = [];
    },
  };
}

function matches(fault: Fault, request: Incoming): boolean {
  return (
    fault.network === request.network &&
    (fault.role === null || fault.role === request.role) &&
    (fault.method === null || fault.method === request.method) &&
    new RegExp(fault.path).test(request.path)
  );
}

function readFault(body: JsonObject, networks: readonly NetworkName[], id: number): Fault {
  refuseUnknown(body, fields);
  const action = readChoice(body, 'action', faultActions);
  const waits = action === 'delay' || action === 'delay_after';
  const answers = action === 'status' || action === 'status_after';
  if (!answers && body.status !== undefined) throw new BadControl(`"status" means nothing for the action ${action}`);
  return {
    id,
    network: readChoice(body, 'network', networks),
    role: readOptionalText(body, 'role'),
    method: readOptionalText(body, 'method')?.toUpperCase() ?? null,
    path: readPattern(body),
    action,
    status: answers ? readWhole(body, 'status', { min: 200, max: 599 }) : null,
    headers: readHeaders(body.headers),
    body: body.body ?? null,
    delayMs: waits || body.delayMs !== undefined ? readWhole(body, 'delayMs', { min: 1, max: MAX_DELAY_MS }) : 0,
    skip: body.skip === undefined ? 0 : readWhole(body, 'skip', { min: 0, max: 1_000_000 }),
    times: body.times === undefined ? 1 : readWhole(body, 'times', { min: 1, max: 1_000_000 }),
  };
}

function readPattern(body: JsonObject): string {
  const pattern = body.path === undefined ? '' : readText(body, 'path');
  try {
    new RegExp(pattern);
  } catch (error) {
    throw new BadControl(`"path" is not a regular expression: ${error instanceof Error ? error.message : pattern}`);
  }
  return pattern;
}

function readHeaders(value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new BadControl('"headers" must be an object of texts');
  const headers: Record<string, string> = {};
  for (const [name, content] of Object.entries(value)) {
    if (typeof content !== 'string' && typeof content !== 'number')
      throw new BadControl(`"headers.${name}" must be a text`);
    headers[name] = String(content);
  }
  return headers;
}
