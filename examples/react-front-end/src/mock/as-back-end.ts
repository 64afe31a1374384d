import type { Mock } from '@fanfare/mock';

/** The mock behind the app's own back end, which replaces the key that the browser sent. */
export const asBackEnd = (mock: Mock): Pick<Mock, 'answer' | 'baseUrl'> => ({
  baseUrl: mock.baseUrl,
  answer: (request) =>
    mock.answer({
      ...request,
      headerLines: (name) => (name === 'authorization' ? [`Bearer ${mock.apiKey}`] : request.headerLines(name)),
    }),
});
