import type { Response } from 'express';

/** The answer to a REST call. */
export type Answer = {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export function ok(body: unknown, headers: Answer['headers'] = {}): Answer {
  return { status: 200, body, headers };
}

export function created(body: unknown, location: string): Answer {
  return { status: 201, body, headers: { location } };
}

/** An error as WordPress writes all of them. */
export function refusal(status: number, code: string, message: string, data: object = {}): Answer {
  return { status, body: { code, message, data: { status, ...data } } };
}

export function noRoute(): Answer {
  return refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.');
}

/** `printed` stands before the JSON. */
export function send(res: Response, { status, body, headers }: Answer, printed = ''): void {
  res
    .status(status)
    .set({ 'content-type': 'application/json; charset=UTF-8', 'x-robots-tag': 'noindex', ...headers })
    .end(`${printed}${JSON.stringify(body)}`);
}
