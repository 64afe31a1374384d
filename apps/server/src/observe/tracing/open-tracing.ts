import type { Tracing } from './tracing.ts';

/** Where every copy of `@opentelemetry/api` 1.x finds what an SDK has registered (its `internal/global-utils.ts`, version 1.9.0). */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Null unless an OpenTelemetry SDK was loaded before the server, as `node --import` does: then not even the API is loaded. */
export async function openTracing(): Promise<Tracing | null> {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED];
  if (registered?.trace === undefined) return null;
  const { createTracing } = await import('./tracing.ts');
  return createTracing();
}
