/** A message of an event stream. Without `data` it only says where to go on. */
type Message = { readonly id: string | undefined; readonly data: string };

/** The messages of an event stream (WHATWG HTML, 9.2.6, 2026-11). `onSilence`: no data. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  onSilence: () => void,
  silenceMs: number,
): AsyncGenerator<Message, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | undefined;
  let data: string[] = [];
  for (;;) {
    const timer = setTimeout(onSilence, silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    // A message that is cut off counts for nothing.
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (id !== undefined || data.length > 0) yield { id, data: data.join('\n') };
        data = [];
        id = undefined;
      }
      const [, name, text = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? [];
      if (name === 'id') id = text;
      if (name === 'data') data.push(text);
    }
  }
}
