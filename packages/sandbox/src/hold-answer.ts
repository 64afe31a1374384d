import type { Response } from 'express';

/** An answer that a simulator has finished and nobody has seen yet. */
export type HeldAnswer = {
  readonly status: number;
  /** Sends the simulator's answer. */
  release(): void;
  /** Sends another answer; headers of the simulator are removed. */
  replace(status: number, headers: Readonly<Record<string, string>>, body: Buffer | string): void;
};

type Callback = (error?: Error | null) => void;

/** Holds an answer until the simulator has finished it, so that the request is performed. */
export function holdAnswer(res: Response, whenFinished: (answer: HeldAnswer) => void): void {
  const { write, end, writeHead, flushHeaders } = res;
  const chunks: Buffer[] = [];
  let finished = false;

  function keep(chunk: unknown, encoding: BufferEncoding | Callback | undefined): void {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? encoding : 'utf8'));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  }

  function letGo(): void {
    Object.assign(res, { write, end, writeHead, flushHeaders });
  }

  res.writeHead = (status: number, ...rest: unknown[]) => {
    res.statusCode = status;
    for (const part of rest) {
      if (typeof part !== 'object' || part === null || Array.isArray(part)) continue;
      for (const [name, value] of Object.entries(part)) res.setHeader(name, value);
    }
    return res;
  };
  res.flushHeaders = () => {};
  res.write = (chunk: unknown, encoding?: BufferEncoding | Callback, done?: Callback) => {
    keep(chunk, encoding);
    const callback = typeof encoding === 'function' ? encoding : done;
    if (callback) process.nextTick(callback);
    return true;
  };
  res.end = (chunk?: unknown, encoding?: BufferEncoding | Callback) => {
    if (finished) return res;
    finished = true;
    keep(chunk, encoding);
    whenFinished({
      status: res.statusCode,
      release() {
        letGo();
        res.end(Buffer.concat(chunks));
      },
      replace(status, headers, body) {
        letGo();
        for (const name of res.getHeaderNames()) res.removeHeader(name);
        res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
      },
    });
    return res;
  };
}
