import type { AppDeps } from './app.ts';
import type { Base } from './compose-base.ts';
import { insertLoggedCalls } from './dashboard-api/request-log.table.ts';
import { type RequestLogWriter, startRequestLogWriter } from './dashboard-api/request-log-writer.ts';
import { checkRateLimit } from './http/rate-limit.ts';

const INVITATIONS = { name: 'invitations', perMinute: 10 } as const;

type Dashboard = {
  readonly features: Pick<AppDeps, 'countInvitation' | 'installation' | 'requestLogWriter'>;
  readonly requestLogWriter: RequestLogWriter;
};

/** What only the dashboard needs. */
export function composeDashboard({ db, log, config }: Base): Dashboard {
  const requestLogWriter = startRequestLogWriter({ log, insert: (calls) => insertLoggedCalls(db, calls) });
  return {
    requestLogWriter,
    features: {
      requestLogWriter,
      countInvitation: (sessionId) => checkRateLimit({ db, log }, INVITATIONS, sessionId),
      installation: { name: 'Fanfare', signUp: config.signUp.kind, sendsMail: config.smtp !== null },
    },
  };
}
