import { WEBHOOK_SECRET_BYTES, webhookSecret } from '@fanfare/rules';
import { checkAddress } from '../address/check-address.ts';
import { CliError } from '../cli-error.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../describe-error.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { followEvents } from './follow-events.ts';
import { forwardEvent } from './forward-event.ts';
import { readEventTypes } from './read-event-types.ts';
import type { Since } from './read-since.ts';
import { createReport } from './report.ts';

type Given = {
  readonly forwardTo: string;
  /** Types with commas between them; all when absent. */
  readonly events?: string | undefined;
  readonly after?: string | undefined;
  readonly since?: Since | undefined;
};

/** Forwards events until `signal` is aborted, then prints the summary. Throws errors of the SDK. */
export async function runListen(context: Context, given: Given): Promise<ExitCode> {
  const { process, clock, signal, output } = context;
  const connection = context.connection();
  const types = given.events === undefined ? null : readEventTypes(given.events);
  const { secret, isNew } = readSecret(process.env.FANFARE_WEBHOOK_SECRET);
  const report = createReport((text) => void process.stdout.write(text), output.json);
  report.started({ baseUrl: connection.baseUrl, forwardTo: given.forwardTo, secret: isNew ? secret : null });
  let delivered = 0;
  let failed = 0;
  let lastEventId: string | null = null;
  try {
    await checkAddress({ baseUrl: connection.baseUrl, from: nameOf(connection) }, signal);
    const from =
      given.since && ('at' in given.since ? given.since.at : new Date(clock.now().getTime() - given.since.agoMs));
    const start = { after: given.after ?? null, since: from ?? null };
    for await (const event of followEvents({ connection, signal, report }, start)) {
      if (types === null || types.has(event.type)) {
        const outcome = await forwardEvent({ clock, signal, secret, forwardTo: given.forwardTo, report }, event);
        report.delivery({ at: clock.now(), id: event.id, type: event.type, ...outcome });
        if (outcome.isDelivered) delivered += 1;
        else failed += 1;
      }
      lastEventId = event.id;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  report.summary({ delivered, failed, lastEventId });
  return EXIT.done;
}

/** A secret for this session, or the one that the environment sets. */
function readSecret(given: string | undefined): { readonly secret: string; readonly isNew: boolean } {
  if (!given)
    return { secret: webhookSecret(crypto.getRandomValues(new Uint8Array(WEBHOOK_SECRET_BYTES))), isNew: true };
  const bytes = Buffer.from(given.slice('whsec_'.length), 'base64').length;
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(given) || bytes < 24 || bytes > 64)
    throw new CliError('FANFARE_WEBHOOK_SECRET has another form than whsec_ and the base64 of 24 to 64 bytes.');
  return { secret: given, isNew: false };
}
