import type { RequestListener } from 'node:http';
import type { Metrics } from './metrics.ts';

/** Answers `GET /metrics` with Prometheus text, on its own port away from API callers. */
export function serveMetrics(metrics: Metrics): RequestListener {
  return (req, res) => {
    if (req.method !== 'GET' || req.url !== '/metrics') {
      res.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => res.writeHead(500).end(),
    );
  };
}
