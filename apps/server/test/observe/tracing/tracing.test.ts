import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTracing } from '../../../src/observe/tracing/open-tracing.ts';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';

const exporter = new InMemorySpanExporter();
// As a file for `node --import` does before the server is loaded.
beforeAll(async () => {
  expect(await openTracing()).toBe(null);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});
afterAll(() => {
  trace.disable();
  context.disable();
  propagation.disable();
});

const server = useServer();
beforeEach(() => exporter.reset());

/** The spans once the span of the request has ended: it ends after the answer. */
const spans = () =>
  until(async () => {
    const found = exporter.getFinishedSpans();
    return found.some(({ name }) => name.startsWith('POST /api/')) ? found : null;
  });

const parentOf = (all: readonly ReadableSpan[], span: ReadableSpan): string | undefined =>
  all.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId)?.name;

test('a request has a span, the publish attempt is below it, and each network call below that; no span holds a secret', async () => {
  const ana = await server.person('x');
  exporter.reset();
  const { body } = await ana.publish({ content: 'Traced' });
  const all = await spans();
  const shown = all
    .filter(({ name }) => !name.startsWith('GET'))
    .map((span) => [span.name, parentOf(all, span), span.attributes]);
  const host = new URL(String(all.find(({ name }) => name.startsWith('POST 127'))!.attributes['url.full']));
  expect(shown).toEqual([
    [
      `POST ${host.host}`,
      'publish x',
      {
        'http.request.method': 'POST',
        'url.full': `${host.origin}/x/api/2/tweets`,
        'http.response.status_code': 201,
        'fanfare.effect': 'public',
        'fanfare.outcome': 'answered',
      },
    ],
    [
      'publish x',
      'POST /api/v1/posts',
      {
        'fanfare.platform': 'x',
        'fanfare.target_id': body.post.targets[0]!.id,
        'fanfare.target_status': 'published',
      },
    ],
    [
      'POST /api/v1/posts',
      undefined,
      {
        'http.request.method': 'POST',
        'fanfare.request_id': expect.any(String),
        'http.route': '/api/v1/posts',
        'http.response.status_code': 201,
      },
    ],
  ]);
  const call = all.find(({ name }) => name.startsWith('POST 127'))!;
  const run = all.find(({ name }) => name === 'publish x')!;
  // Within the run. A minute for what the clocks of the machine differ.
  expect(call.startTime[0] - run.startTime[0]).toBeGreaterThan(-60);
  expect(run.endTime[0] - call.endTime[0]).toBeGreaterThan(-60);
  const text = JSON.stringify(all.map(({ name, attributes, status, events }) => [name, attributes, status, events]));
  for (const secret of [ana.project.apiKey, 'sandbox-x-secret', 'Traced']) expect(text).not.toContain(secret);
});

test('a target that fails marks its span with the code', async () => {
  const ana = await server.person('x');
  await ana.target({ content: 'Once' });
  await spans();
  exporter.reset();
  expect((await ana.target({ content: 'Once' })).errorDetail?.code).toBe('duplicate_content');
  const failed = (await spans()).find(({ name }) => name === 'publish x')!;
  expect(failed.status).toEqual({ code: SpanStatusCode.ERROR, message: 'duplicate_content' });
  expect(failed.attributes['fanfare.target_status']).toBe('failed');
});
