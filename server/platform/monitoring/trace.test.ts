import { type Context, type Span, type SpanContext, type SpanStatus, trace } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { useTestApp } from '../../../tests/support/test-app.ts';
import { quickMember } from '../../../tests/support/chat.ts';
import { handlers } from '../../modules.ts';
import { createLog } from './log.ts';
import { readTraceparent } from './trace.ts';

const written: string[] = [];
const test = useTestApp({
  env: { TRUST_PROXY: '127.0.0.1' },
  log: createLog('info', { write: (line: string) => void written.push(line) }),
});
afterEach(() => {
  written.length = 0;
  trace.disable();
});

const id = '12345678901234567890123456789012';

describe('a traceparent', () => {
  // The examples of the specification (W3C Trace Context, 3.2), and what its test suite accepts.
  it.each([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '4bf92f3577b34da6a3ce929d0e0e4736', 1],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', '4bf92f3577b34da6a3ce929d0e0e4736', 0],
    ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', '0af7651916cd43dd8448eb211c80319c', 1],
    [`cc-${id}-1234567890123456-01`, id, 1],
    [`cc-${id}-1234567890123456-01-what-the-future-will-be-like`, id, 1],
  ])('is taken over: %s', (header, traceId, traceFlags) => {
    const spanId = header.split('-')[2];
    expect(readTraceparent(header)).toEqual({ traceId, spanId, traceFlags, isRemote: true });
  });

  // What that test suite wants to be ignored, two headers and a missing one among them.
  it.each([
    undefined,
    '',
    `00-${id}-1234567890123456-01.`,
    `00-${id}-1234567890123456-01-what-the-future-will-be-like`,
    `cc-${id}-1234567890123456-01.what-the-future-will-be-like`,
    `ff-${id}-1234567890123456-01`,
    `.0-${id}-1234567890123456-01`,
    `0.-${id}-1234567890123456-01`,
    `000-${id}-1234567890123456-01`,
    `0-${id}-1234567890123456-01`,
    '00-00000000000000000000000000000000-1234567890123456-01',
    '00-.2345678901234567890123456789012-1234567890123456-01',
    '00-1234567890123456789012345678901.-1234567890123456-01',
    '00-123456789012345678901234567890123-1234567890123456-01',
    '00-1234567890123456789012345678901-1234567890123456-01',
    `00-${id}-0000000000000000-01`,
    `00-${id}-.234567890123456-01`,
    `00-${id}-123456789012345.-01`,
    `00-${id}-12345678901234567-01`,
    `00-${id}-123456789012345-01`,
    `00-${id}-1234567890123456-.0`,
    `00-${id}-1234567890123456-0.`,
    `00-${id}-1234567890123456-001`,
    `00-${id}-1234567890123456-1`,
    `00-${id.replace('1', 'A')}-1234567890123456-01`,
    `00-${id}-1234567890123456-01, 00-${id}-1234567890123456-01`,
  ])('is ignored: %s', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});

describe('a call', () => {
  const traceparent = `00-${id}-1234567890123456-01`;
  const byProxy = { traceparent, 'x-forwarded-for': '203.0.113.9' };
  const lines = () => written.map((line) => JSON.parse(line) as Record<string, unknown>);

  it('has one line in the log, with operation, status, duration and the trace of the proxy', async () => {
    const member = await quickMember(test);
    const facts = { ms: expect.any(Number), trace: id, member: member.id };
    await member.call('getUser', {}, byProxy);
    expect(lines()).toMatchObject([{ event: 'call', operation: 'getUser', status: 200, ...facts }]);
    written.length = 0;
    await member.call('updateUser', { language: 'xx' }, byProxy);
    expect(lines()).toMatchObject([{ event: 'refused', operation: 'updateUser', status: 422, ...facts }]);
    written.length = 0;
    vi.spyOn(handlers, 'listGifts').mockRejectedValueOnce(new Error('a fault'));
    const { body } = await member.call('listGifts', {}, byProxy);
    expect(lines()).toMatchObject([{ event: 'failed', operation: 'listGifts', status: 500, ...facts }]);
    expect(body).toMatchObject({ trace: id });
  });

  it('has a trace of its own without a valid one, and no line if it is left out of the sample', async () => {
    const { config } = test.context;
    const member = await quickMember(test);
    await member.call('getUser');
    await member.call('getUser', {}, { ...byProxy, traceparent: `${traceparent}.` });
    // Whoever reaches the process without the proxy cannot choose it.
    await member.call('getUser', {}, { traceparent });
    const traces = lines().map((line) => line['trace']);
    for (const one of traces) expect(one).toMatch(/^(?!1234)[\da-f]{32}$/);
    expect(new Set(traces).size).toBe(3);
    written.length = 0;
    config.logSample = Infinity;
    await member.call('getUser');
    await test.client().call('getUser');
    config.logSample = 1;
    expect(lines()).toMatchObject([{ event: 'access.denied' }]);
  });

  it('is a span below that of the proxy, with its transactions, and is marked if it failed', async () => {
    const spans: { name: string; parent: SpanContext | undefined; status?: SpanStatus; ended?: true }[] = [];
    const startActiveSpan = (
      name: string,
      _options: object,
      outer: Context,
      work: (span: Span) => unknown,
    ): unknown => {
      const span: (typeof spans)[number] = { name, parent: trace.getSpanContext(outer) };
      spans.push(span);
      return work({
        setStatus: (status: SpanStatus) => Object.assign(span, { status }),
        end: () => Object.assign(span, { ended: true }),
      } as unknown as Span);
    };
    trace.setGlobalTracerProvider({ getTracer: () => ({ startActiveSpan, startSpan: () => ({}) as Span }) as never });
    const member = await quickMember(test);
    vi.spyOn(handlers, 'listGifts').mockRejectedValueOnce(new Error('a fault'));
    spans.length = 0;
    await member.call('listGifts', {}, byProxy);
    await member.call('updateProfile', { about: 'hello' });
    expect(spans).toMatchObject([
      { name: 'listGifts', parent: { traceId: id, spanId: '1234567890123456' }, status: { code: 2 }, ended: true },
      { name: 'updateProfile', parent: undefined, ended: true },
      { name: 'transaction', ended: true },
    ]);
    expect(spans[1]?.status).toBeUndefined();
  });
});
