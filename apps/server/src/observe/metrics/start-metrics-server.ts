import type { MetricsAddress } from '../../config/metrics-address.ts';
import { type HttpServer, startHttpServer } from '../../http/http-server.ts';
import { originOf } from '../../http/origin-of.ts';
import { isErrorCode } from '../../process/is-error-code.ts';
import type { Logger } from '../../process/log/log.ts';
import type { Metrics } from './metrics.ts';
import { serveMetrics } from './serve-metrics.ts';

type MetricsServer = { readonly url: string; readonly httpServer: HttpServer };

type Deps = { readonly config: MetricsAddress; readonly metrics: Metrics; readonly log: Logger };

/** Serves `/metrics`; null when it is off, or when the default port is taken. */
export async function startMetricsServer({ config, metrics, log }: Deps): Promise<MetricsServer | null> {
  const { metricsHost: host, metricsPort: port } = config;
  if (port === null) return null;
  try {
    const httpServer = await startHttpServer({ host, port });
    httpServer.handle(serveMetrics(metrics));
    return { httpServer, url: `${originOf(host, httpServer.port)}/metrics` };
  } catch (error) {
    if (!config.isMetricsPortDefault || !isErrorCode(error, 'EADDRINUSE')) throw error;
    log.warn({ host, port }, 'the port of /metrics is taken, so this server serves none: set METRICS_PORT');
    return null;
  }
}
