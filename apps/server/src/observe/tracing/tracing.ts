import type { CallLine } from '@fanfare/network';
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { requestIdOf } from '../../http/request-id.ts';
import { toPublicId } from '../../process/ids.ts';

/**
 * Spans of one server, named by OpenTelemetry semantic conventions 1.37, HTTP (checked 2026-11).
 * None holds a query, header, body or key.
 */
export type Tracing = {
  /** Opens a span per request, around the work that it awaits. */
  readonly requests: RequestHandler;
  /** Opens a span around one run of a target. */
  publish<Row extends PublishedTarget>(target: PublishedTarget, run: () => Promise<Row>): Promise<Row>;
  /** Adds a span for a network call that has ended. */
  call(line: CallLine): void;
};

type PublishedTarget = {
  readonly id: string;
  readonly platform: string;
  readonly status: string;
  readonly errorDetail: { readonly code: string } | null;
};

export function createTracing(): Tracing {
  const tracer = trace.getTracer('fanfare');
  return {
    requests: traceRequests(tracer),
    publish: (target, run) => tracePublish(tracer, target, run),
    call: (line) => traceCall(tracer, line),
  };
}

const traceRequests =
  (tracer: Tracer): RequestHandler =>
  (req, res, next) => {
    const { method } = req;
    const parent = propagation.extract(ROOT_CONTEXT, req.headers);
    const attributes = { 'http.request.method': method, 'fanfare.request_id': requestIdOf(res) };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    res.once('close', () => {
      // A path holds ids and secret links; the pattern of the route holds neither.
      const route: unknown = req.route?.path;
      if (typeof route === 'string') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
      span.setAttribute('http.response.status_code', res.statusCode);
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };

function tracePublish<Row extends PublishedTarget>(
  tracer: Tracer,
  { id, platform }: PublishedTarget,
  run: () => Promise<Row>,
): Promise<Row> {
  const attributes: Attributes = { 'fanfare.platform': platform, 'fanfare.target_id': toPublicId('tgt', id) };
  return tracer.startActiveSpan(`publish ${platform}`, { attributes }, async (span: Span) => {
    try {
      const row = await run();
      span.setAttribute('fanfare.target_status', row.status);
      if (row.errorDetail) span.setStatus({ code: SpanStatusCode.ERROR, message: row.errorDetail.code });
      return row;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

function traceCall(tracer: Tracer, { method, url, effect, status, outcome, durationMs }: CallLine): void {
  const endTime = performance.now();
  const span = tracer.startSpan(`${method} ${new URL(url).host}`, {
    kind: SpanKind.CLIENT,
    startTime: endTime - durationMs,
    attributes: {
      'http.request.method': method,
      'url.full': url,
      ...(status !== null && { 'http.response.status_code': status }),
      'fanfare.effect': effect,
      'fanfare.outcome': outcome,
    },
  });
  if (outcome !== 'answered' || (status ?? 0) >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(endTime);
}
