import { randomUUID } from 'node:crypto';

import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, context, trace } from '@opentelemetry/api';

export type { SpanContext };

const pattern = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Reads the header `traceparent` (W3C Trace Context, 3.2); undefined if it must be ignored. */
export function readTraceparent(header: unknown): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] = pattern.exec(String(header)) ?? [];
  if (version === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** Creates the id that leads from a response to the log. */
export function createTraceId(): string {
  return randomUUID().replaceAll('-', '');
}

/**
 * Runs `work` in a span of OpenTelemetry; does nothing else unless the operator has started its SDK in the process
 * (`--import`). `fail` marks the span as failed, and so does an error. `parent` counts if no span is open. Spans have
 * no attributes: names of operations, jobs and providers say enough, and nothing of a member leaves so.
 */
export async function inSpan<T>(
  name: string,
  work: (fail: () => void) => Promise<T>,
  { kind = 'INTERNAL', parent }: { kind?: 'INTERNAL' | 'SERVER' | 'CLIENT'; parent?: SpanContext | undefined } = {},
): Promise<T> {
  const active = context.active();
  const outer = parent && !trace.getSpan(active) ? trace.setSpanContext(ROOT_CONTEXT, parent) : active;
  return trace.getTracer('tealight').startActiveSpan(name, { kind: SpanKind[kind] }, outer, async (span) => {
    const fail = (): void => void span.setStatus({ code: SpanStatusCode.ERROR });
    try {
      return await work(fail);
    } catch (error) {
      fail();
      throw error;
    } finally {
      span.end();
    }
  });
}
