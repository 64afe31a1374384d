/** Streams stay open: of those the first message is the body. */
export const isStream = (contentType: string | null | undefined): boolean =>
  contentType?.startsWith('text/event-stream') === true;

/** The text of an answer; of a stream its first message, and then it is closed. */
export async function readText(response: Response): Promise<string> {
  if (!isStream(response.headers.get('content-type')) || !response.body) return response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (!text.includes('\n\n')) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return text;
}

/** JSON where the answer says so, else text; undefined when there is nothing. */
export function readBody(headers: Headers, text: string): unknown {
  if (text === '') return undefined;
  return headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
}
