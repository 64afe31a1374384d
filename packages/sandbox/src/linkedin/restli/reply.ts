import type { Request, RequestHandler, Response } from 'express';

/** The answer of a call. Neither `json` nor `html`: an empty body. */
export type Reply = {
  readonly status: number;
  readonly json?: unknown;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reply: Reply };

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, json: body, headers };
}

export function empty(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers };
}

export function page(status: number, html: string): Reply {
  return { status, html };
}

export function redirect(address: string): Reply {
  return { status: 302, headers: { location: address } };
}

export function refused(reply: Reply): { readonly ok: false; readonly reply: Reply } {
  return { ok: false, reply };
}

export function granted<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function send(res: Response, reply: Reply): void {
  res.status(reply.status).set(reply.headers ?? {});
  if (reply.json !== undefined) res.json(reply.json);
  else if (reply.html !== undefined) res.type('html').send(reply.html);
  else res.end();
}

/** A route that sends its handler's answer. After a hang-up in a body nothing has happened. */
export function answering(handle: (req: Request) => Reply | Promise<Reply>): RequestHandler {
  return async (req, res, next) => {
    try {
      send(res, await handle(req));
    } catch (error) {
      if (req.complete) next(error);
    }
  };
}
