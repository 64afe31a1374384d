/** Sends JSON and returns the answer's. Throws an error with its `status` unless it succeeded. */
export async function callJson<T>(
  url: string,
  { method = 'POST', apiKey, body }: { readonly method?: string; readonly apiKey?: string; readonly body?: object },
): Promise<T> {
  const answer = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...(apiKey && { Authorization: `Bearer ${apiKey}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw Object.assign(new Error(`${method} ${url} answered ${answer.status}: ${text}`), { status: answer.status });
  return (text === '' ? null : JSON.parse(text)) as T;
}
