/** Prometheus, "Default port allocations": 9464 is the OpenTelemetry exporter's, and free beside PostgreSQL and node_exporter (checked 2026-11). */
const DEFAULT_PORT = 9464;

/** Where `/metrics` is served: apart from the API, so that its callers cannot read it. */
export type MetricsAddress = {
  readonly metricsHost: string;
  /** Null when it is not served. */
  readonly metricsPort: number | null;
  /** Nobody has set the port. If it is taken, the server runs without metrics. */
  readonly isMetricsPortDefault: boolean;
};

export const readMetricsAddress = (env: {
  readonly METRICS_HOST: string;
  readonly METRICS_PORT?: number | 'off' | undefined;
}): MetricsAddress => ({
  metricsHost: env.METRICS_HOST,
  metricsPort: env.METRICS_PORT === 'off' ? null : (env.METRICS_PORT ?? DEFAULT_PORT),
  isMetricsPortDefault: env.METRICS_PORT === undefined,
});
