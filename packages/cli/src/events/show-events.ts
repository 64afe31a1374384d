import type { EventType, WebhookEvent } from '@fanfare/sdk';
import type { Context } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { readEventType } from '../listen/read-event-types.ts';
import { plainText } from '../output/plain-text.ts';

type Given = {
  readonly type?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
  readonly follow?: true | undefined;
};

export async function showEvents(context: Context, { type, after, limit, follow }: Given): Promise<ExitCode> {
  const { output, process, signal } = context;
  const wanted = type === undefined ? null : (readEventType(type) as EventType);
  const fanfare = await context.fanfare();
  const print = (event: WebhookEvent): void =>
    void process.stdout.write(output.json ? `${JSON.stringify(event)}\n` : lineOf(event));
  if (follow) {
    try {
      for await (const event of fanfare.events.stream({ signal, ...(after !== undefined && { after }) }))
        if (wanted === null || event.type === wanted) print(event);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return EXIT.done;
  }
  const filters = {
    limit: Math.min(100, limit),
    ...(after !== undefined && { after }),
    ...(wanted && { type: wanted }),
  };
  const events = await fanfare.events.list(filters, { signal }).toArray({ atMost: limit });
  for (const event of events) print(event);
  const last = events.at(-1);
  output.note(last === undefined ? 'No event fits.' : `Go on: fanfare-cli events --after ${last.id}`);
  return EXIT.done;
}

function lineOf({ timestamp, type, id, data }: WebhookEvent): string {
  const target = 'target' in data ? data.target : null;
  const post = 'post' in data ? data.post.id : '';
  const account = 'account' in data ? data.account.id : (target?.accountId ?? '');
  const error = target && 'error' in target ? (target.error ?? '') : '';
  const about = [target?.platform ?? '', account, post, error].filter(Boolean).map(plainText).join('  ');
  return `${timestamp}  ${type.padEnd(24)}  ${id}  ${about}`.trimEnd().concat('\n');
}
