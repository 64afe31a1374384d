import type { NextFunction, Request, Response } from 'express';
import type { Fault } from './faults.ts';
import { holdAnswer } from './hold-answer.ts';

/** Lets one fault happen to one request. `performed` hears the status the simulator would have answered, for the log. */
export function applyFault(
  fault: Fault,
  exchange: { readonly req: Request; readonly res: Response; readonly next: NextFunction },
  performed: (status: number) => void,
): void {
  const { req, res, next } = exchange;
  const answer = faultAnswer(fault);
  function later(step: () => void): void {
    if (fault.delayMs === 0) step();
    // A waiting fault must not keep a closed sandbox alive.
    else setTimeout(step, fault.delayMs).unref();
  }

  switch (fault.action) {
    case 'drop_before':
      later(() => req.socket.destroy());
      return;
    case 'status':
      // Read to the end first: answering in the middle of an upload breaks clients in ways this fault does not mean.
      req.resume().once('end', () => later(() => res.writeHead(answer.status, answer.headers).end(answer.body)));
      return;
    case 'delay':
      later(next);
      return;
    case 'drop_after':
      holdAnswer(res, ({ status }) => {
        performed(status);
        later(() => req.socket.destroy());
      });
      next();
      return;
    case 'delay_after':
      holdAnswer(res, ({ status, release }) => {
        performed(status);
        later(release);
      });
      next();
      return;
    case 'status_after':
      holdAnswer(res, ({ status, replace }) => {
        performed(status);
        later(() => replace(answer.status, answer.headers, answer.body));
      });
      next();
  }
}

function faultAnswer(fault: Fault): { status: number; headers: Record<string, string>; body: string } {
  const asText = typeof fault.body === 'string' || fault.body === null;
  return {
    status: fault.status ?? 500,
    headers: {
      'content-type': asText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      ...fault.headers,
    },
    body: typeof fault.body === 'string' ? fault.body : fault.body === null ? '' : JSON.stringify(fault.body),
  };
}
