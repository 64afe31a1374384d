/** Prometheus, "Default port allocations": port of the OpenTelemetry exporter (checked 2026-11). */
const DEFAULT_PORT = 9464;

/** Address of `/metrics`, separate from the API, so that API callers cannot read it. */
export type MetricsAddress = {
  readonly metricsHost: string;
  /** Null when it is off. */
  readonly metricsPort: number | null;
  /** True when the port is not set. If it is taken, the server runs without metrics. */
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
