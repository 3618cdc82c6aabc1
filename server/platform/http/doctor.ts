import { createHmac, timingSafeEqual } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import type { FastifyRequest } from 'fastify';
import { WebSocket } from 'ws';

import { hashToken } from '../hash.ts';
import { readTraceparent } from '../monitoring/trace.ts';

/** How the program sees a request that came through the proxies in front of it. */
export interface SeenRequest {
  address: string;
  host: string;
  protocol: string;
  /** X-Forwarded-For as it arrived. */
  forwardedFor: string | null;
  country: string | null;
  /** The trace that the program continues, because a trusted proxy sent it. */
  trace: string | null;
}

const tokenHeader = 'x-doctor';
const validMs = 60_000;
const timeoutMs = 10_000;

/** Asks the program at `origin` how it sees a request with these headers. Throws if it cannot be reached there. */
export async function askAsDoctor(
  origin: string,
  secret: string,
  headers: Record<string, string>,
): Promise<SeenRequest> {
  const token = sign(secret, String(Date.now()));
  const response = await fetch(new URL('/healthz', origin), {
    headers: { ...headers, [tokenHeader]: token },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.headers.get('content-type')?.includes('json') !== true)
    throw new Error(`${origin}/healthz responded with ${response.status}, and not from a program with this SECRET`);
  return (await response.json()) as SeenRequest;
}

/** True if a socket to `/api/live` opens. The program then closes it, because it has no session. */
export async function reachesLive(origin: string): Promise<boolean> {
  const address = new URL('/api/live', origin.replace(/^http/, 'ws'));
  const socket = new WebSocket(address, { origin, handshakeTimeout: timeoutMs });
  try {
    return await new Promise((resolve) => {
      socket.on('open', () => resolve(true));
      socket.on('error', () => resolve(false));
    });
  } finally {
    socket.terminate();
  }
}

/** True if the proxies in front let a body of this size through. Sends the headers only. */
export async function acceptsBody(origin: string, bytes: number): Promise<boolean> {
  const send = origin.startsWith('https:') ? requestHttps : requestHttp;
  const headers = { 'content-length': bytes, expect: '100-continue' };
  const request = send(new URL('/healthz', origin), { method: 'POST', headers, timeout: timeoutMs });
  try {
    return await new Promise((resolve, reject) => {
      request.on('continue', () => resolve(true));
      request.on('response', ({ statusCode }) => resolve(statusCode !== 413));
      request.on('timeout', () => reject(new Error(`${origin} does not respond to a POST`)));
      request.on('error', reject);
      request.flushHeaders();
    });
  } finally {
    request.destroy();
  }
}

/**
 * Describes a request as it arrived behind the proxies. Returns null unless the request shows that its sender knows
 * SECRET: nobody else learns what the proxies add.
 */
export function describeToDoctor(
  { headers, ip, host, protocol }: FastifyRequest,
  { secret, countryHeader }: { secret: string; countryHeader: string | null },
): SeenRequest | null {
  const token = headers[tokenHeader];
  if (typeof token !== 'string') return null;
  const [time = ''] = token.split('.');
  const [given, expected] = [hashToken(token), hashToken(sign(secret, time))];
  const isFresh = Math.abs(Date.now() - Number(time)) <= validMs;
  if (!isFresh || !timingSafeEqual(given, expected)) return null;
  const country = countryHeader === null ? undefined : headers[countryHeader];
  return {
    address: ip,
    host,
    protocol,
    forwardedFor: headers['x-forwarded-for']?.toString() ?? null,
    country: country?.toString() ?? null,
    trace: readTraceparent(headers['traceparent'])?.traceId ?? null,
  };
}

function sign(secret: string, time: string): string {
  return `${time}.${createHmac('sha256', secret).update(`doctor ${time}`).digest('base64url')}`;
}
