import { HttpResponse, http, type RequestHandler } from 'msw';
import { ConnectionDropped } from './connection-dropped.ts';
import { answerFetch } from './http/answer-fetch.ts';
import type { Mock } from './mock.ts';

/**
 * Handlers of Mock Service Worker (2.12 or later, and 3) for `setupServer` in Node and
 * `setupWorker` in browsers. They answer every request below the mock's `baseUrl`. A worker sees no
 * page loads: in a browser, complete connect flows with `mock.connect`.
 *
 * @example
 * const server = setupServer(...mswHandlers(mock));
 */
export function mswHandlers(mock: Pick<Mock, 'answer' | 'baseUrl'>): RequestHandler[] {
  return [
    http.all(`${mock.baseUrl}/*`, async ({ request }) => {
      try {
        return await answerFetch(mock.answer, request);
      } catch (error) {
        if (error instanceof ConnectionDropped) return HttpResponse.error();
        throw error;
      }
    }),
  ];
}
