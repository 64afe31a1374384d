import { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { dispatchCall } from '../src/dispatch-call.ts';

type Start = NonNullable<Dispatcher.DispatchHandler['onRequestStart']>;

/** A dispatcher whose request handler is driven by the test. */
class DrivenDispatcher extends Dispatcher {
  handler: Dispatcher.DispatchHandler = {};

  override dispatch(_options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.handler = handler;
    return true;
  }
}

function controller() {
  const reasons: string[] = [];
  const fake: Parameters<Start>[0] = {
    aborted: false,
    paused: false,
    reason: null,
    abort: (reason) => void reasons.push(reason.message),
    pause() {},
    resume() {},
  };
  return { fake, reasons };
}

it('a request that undici starts a second time is stopped before it is written, and its outcome is unknown', async () => {
  const driven = new DrivenDispatcher();
  const result = dispatchCall(
    driven,
    { method: 'POST', path: '/' },
    { maxBytes: 10, signal: new AbortController().signal },
  );
  const [first, second] = [controller(), controller()];
  driven.handler.onRequestStart?.(first.fake, null);
  driven.handler.onRequestStart?.(second.fake, null);
  expect(await result).toEqual({
    ok: false,
    sent: true,
    reason: 'broken',
    status: null,
    cause: new Error('The connection was lost.'),
  });
  expect([first.reasons, second.reasons]).toEqual([[], ['sent once already']]);
});

it('informational answers are skipped', async () => {
  const driven = new DrivenDispatcher();
  const result = dispatchCall(
    driven,
    { method: 'POST', path: '/' },
    { maxBytes: 10, signal: new AbortController().signal },
  );
  const { fake } = controller();
  driven.handler.onRequestStart?.(fake, null);
  driven.handler.onResponseStart?.(fake, 103, { link: '</style.css>' });
  driven.handler.onResponseError?.(fake, new Error('reset'));
  expect(await result).toEqual({ ok: false, sent: true, reason: 'broken', status: null, cause: new Error('reset') });
});
