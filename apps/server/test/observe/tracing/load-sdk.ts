import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

/** Exporter that an operator loads with `node --import`; it prints one line for each span. */
const exporter = {
  export(spans: readonly ReadableSpan[], done: (result: { code: number }) => void): void {
    for (const { name, attributes } of spans)
      process.stdout.write(`span ${name} ${attributes['http.response.status_code']}\n`);
    done({ code: 0 });
  },
  shutdown: async (): Promise<void> => undefined,
};
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
