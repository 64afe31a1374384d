import type { Tracing } from './tracing.ts';

/** Registry of every `@opentelemetry/api` 1.x (its `internal/global-utils.ts`, version 1.9.0). */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/** Returns null, without loading the API, unless an OpenTelemetry SDK was loaded before. */
export async function openTracing(): Promise<Tracing | null> {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown } })[REGISTERED];
  if (registered?.trace === undefined) return null;
  const { createTracing } = await import('./tracing.ts');
  return createTracing();
}
