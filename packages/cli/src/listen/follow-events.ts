import { Fanfare, type FanfareLogger, type WebhookEvent } from '@fanfare/sdk';
import type { Connection } from '../profiles/find-connection.ts';
import type { Report } from './report.ts';

type Deps = {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly report: Pick<Report, 'connected' | 'lost'>;
};

const PAGE = 100;
const STREAM = '/api/v1/events/stream';

/**
 * Events of the project from now on, after an event, or since a moment; then as they happen. Goes
 * on where it was when the service comes back. Throws the errors of the SDK that no waiting
 * changes.
 */
export async function* followEvents(
  { connection, signal, report }: Deps,
  from: { readonly after: string | null; readonly since: Date | null },
): AsyncGenerator<WebhookEvent, void, undefined> {
  const { baseUrl, apiKey } = connection;
  const fanfare = new Fanfare({ baseUrl, apiKey, logger: watch(report), maxRetries: Number.POSITIVE_INFINITY });
  let { after } = from;
  if (from.since) {
    for (let hasMore = true; hasMore; ) {
      const page = await fanfare.events.list({ limit: PAGE, ...(after !== null && { after }) }, { signal });
      yield* page.events.filter(({ timestamp }) => new Date(timestamp) >= from.since!);
      after = page.nextCursor;
      hasMore = page.hasMore;
    }
  }
  yield* fanfare.events.stream({ signal, ...(after !== null && { after }) });
}

/** Reports once that the connection is lost, and once that it is back. */
function watch(report: Deps['report']): FanfareLogger {
  let isLost = false;
  return {
    debug(_, { path, status = 0 }) {
      if (path !== STREAM || status !== 200) return;
      report.connected({ again: isLost });
      isLost = false;
    },
    warn(_, { reason = 'no answer' }) {
      if (!isLost) report.lost({ reason });
      isLost = true;
    },
  };
}
