import type { Mock } from '@fanfare/mock';

/** The mock behind the app's own back end, which replaces the key that the browser sent. */
export const asBackEnd = (mock: Mock): Pick<Mock, 'answer' | 'baseUrl'> => ({
  baseUrl: mock.baseUrl,
  answer(request, wire) {
    const headers = new Headers(request.headers);
    headers.set('Authorization', `Bearer ${mock.apiKey}`);
    return mock.answer(new Request(request, { headers }), wire);
  },
});
