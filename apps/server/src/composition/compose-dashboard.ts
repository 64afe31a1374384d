import type { AppDeps } from '../api/app.ts';
import { insertLoggedCalls } from '../dashboard/api/request-log.table.ts';
import { type RequestLogWriter, startRequestLogWriter } from '../dashboard/api/request-log-writer.ts';
import { dashboardStyle } from '../http/brand.ts';
import { installationLogoUrl } from '../http/installation-logo.routes.ts';
import type { Base } from './compose-base.ts';

type Dashboard = {
  readonly features: Pick<AppDeps, 'dashboardStyle' | 'installation' | 'requestLogWriter'>;
  readonly requestLogWriter: RequestLogWriter;
};

/** What only the dashboard needs. */
export function composeDashboard(
  { version, upkeep, log, config }: Base,
  { baseUrl, docsUrl }: { readonly baseUrl: string; readonly docsUrl: string },
): Dashboard {
  const { name, colour } = config.installation;
  const requestLogWriter = startRequestLogWriter({ log, insert: (calls) => insertLoggedCalls(upkeep, calls) });
  return {
    requestLogWriter,
    features: {
      requestLogWriter,
      dashboardStyle: dashboardStyle(config.installation),
      installation: {
        ...{ name, colour: colour?.hex ?? null, logoUrl: installationLogoUrl(baseUrl, config.installation) },
        ...{ signUp: config.signUp.kind, sendsMail: config.smtp !== null, docsUrl, version },
      },
    },
  };
}
