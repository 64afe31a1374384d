import { answerFetch } from './http/answer-fetch.ts';
import type { Mock } from './mock.ts';

/** The part of a mock that can be controlled over HTTP. */
export type ControlledMock = Omit<Mock, 'fetch' | 'answer'>;

/** Whether this is the address of a control endpoint. */
export const isControl = ({ pathname }: URL): boolean => /^\/__mock(?:\/|$)/.test(pathname);

/**
 * Answers the control endpoints; null for any other address. An invalid body answers 400 and says
 * what is wrong.
 *
 * @example
 * const control = createControl(mock);
 * const answer = await control(new Request('http://127.0.0.1:4000/__mock/clock', { method: 'POST', body: '{"advanceMs":60000}' }));
 * console.log(answer?.status, mock.clock.now().toISOString()); // 200 2026-11-20T09:01:00.000Z
 */
export function createControl(mock: ControlledMock): (request: Request) => Promise<Response | null> {
  return async (request) => {
    if (!isControl(new URL(request.url))) return null;
    // Loaded on demand: most mocks are controlled by calls.
    const { answerControl } = await import('./answer-control.ts');
    return answerFetch((asked) => answerControl(mock, asked), request);
  };
}
