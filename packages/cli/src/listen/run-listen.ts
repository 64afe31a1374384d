import { WEBHOOK_SECRET_BYTES, webhookSecret } from '@fanfare/rules';
import { CliError } from '../cli-error.ts';
import type { Connection } from '../read-connection.ts';
import type { ListenArguments } from './arguments.ts';
import { checkAddress } from './check-address.ts';
import { followEvents } from './follow-events.ts';
import { type ForwardDeps, forwardEvent } from './forward-event.ts';
import { createReport } from './report.ts';

type Deps = Pick<ForwardDeps, 'clock' | 'signal'> & {
  readonly connection: Connection;
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
};

/** Forwards events until `signal` is aborted, then prints the summary. Throws errors of the SDK. */
export async function runListen(deps: Deps, given: ListenArguments): Promise<void> {
  const { connection, env, clock, signal, print } = deps;
  const { secret, isNew } = readSecret(env.FANFARE_WEBHOOK_SECRET);
  const report = createReport(print, given.json);
  report.started({ baseUrl: connection.baseUrl, forwardTo: given.forwardTo, secret: isNew ? secret : null });
  let delivered = 0;
  let failed = 0;
  let lastEventId: string | null = null;
  try {
    await checkAddress(connection.baseUrl, signal);
    const from =
      given.since && ('at' in given.since ? given.since.at : new Date(clock.now().getTime() - given.since.agoMs));
    for await (const event of followEvents({ connection, signal, report }, { after: given.after, since: from })) {
      if (given.events === null || given.events.has(event.type as never)) {
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
