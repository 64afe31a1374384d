import type { NextFunction, Request, Response } from 'express';
import type { Fault } from './faults.ts';
import type { HeldBack } from './held-back.ts';
import { holdAnswer } from './hold-answer.ts';

type Exchange = {
  readonly req: Request;
  readonly res: Response;
  readonly next: NextFunction;
  /** The arrival on `performance.now()`: delays include the sandbox's own work. */
  readonly cameMs: number;
  readonly heldBack: HeldBack;
};

/** Applies a fault to a request. `performed` gets the simulator's status, for the log. */
export function applyFault(fault: Fault, exchange: Exchange, performed: (status: number) => void): void {
  const { req, res, next, cameMs, heldBack } = exchange;
  const answer = faultAnswer(fault);
  const holdBack = heldBack.begin();
  const later = (step: () => void): void => holdBack(step, Math.ceil(cameMs + fault.delayMs - performance.now()));

  switch (fault.action) {
    case 'drop_before':
      later(() => req.socket.destroy());
      return;
    case 'status':
      // Read to the end first: answering during an upload breaks clients in other ways than this
      // fault should.
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
