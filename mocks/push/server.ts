import { type ECDH, createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';

import { openBrowserSocket } from './browser-socket.ts';
import { listenLocally, readBody } from '../shared/local-server.ts';
import { certificate, certificateKey } from './certificate.data.ts';
import { decrypt } from './decrypt.ts';

/** The service's response: a status, optionally with headers. `drop` accepts the push and cuts the connection. */
export type Answer = number | { status: number; headers: Record<string, string> } | 'drop' | 'hang';

export interface TakenPush {
  payload: Record<string, unknown>;
  headers: IncomingMessage['headers'];
  /** The sender's VAPID claims (RFC 8292). */
  claims: { aud: string; exp: number; sub: string };
  bytes: number;
}

/** A browser's subscription, in the form of `PushSubscription.toJSON`, and its pushes. */
export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  pushes: TakenPush[];
  /** The number of calls to the endpoint, whatever the response. */
  calls(): number;
  /** Notes a notification for the latest push. */
  show(): void;
  end(): void;
}

/** The state of an endpoint. `accept` throws if a push service would refuse the push. */
interface Held {
  accept(request: IncomingMessage, body: Buffer): void;
  silent: number;
  ended: boolean;
}

// iOS ends a subscription after this many pushes without a notification.
const silentMax = 3;
const bodyMaxBytes = 4_096;

/**
 * Starts a push service on localhost, over HTTPS. It decrypts each push like a browser, checks the sender's signature,
 * and ends a subscription after three pushes without a notification, like iOS. It uses up `answers`, then responds 201.
 */
export async function startPushService(answers: Answer[] = []) {
  const endpoints = new Map<string, Held>();
  const calls = new Map<string, number>();
  const faults: string[] = [];
  let total = 0;

  const handlePush = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const id = request.url ?? '';
    total += 1;
    calls.set(id, (calls.get(id) ?? 0) + 1);
    const known = endpoints.get(id);
    const answer = answers.shift();
    if (answer === 'hang') return;
    if (answer === 'drop') return void request.socket.destroy();
    if (answer !== undefined) {
      const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
      return void response.writeHead(status, headers).end();
    }
    if (!known) return void response.writeHead(404).end();
    if (known.ended || known.silent >= silentMax) return void response.writeHead(410).end();
    try {
      known.accept(request, body);
    } catch (error) {
      faults.push(String(error));
      return void response.writeHead(400).end();
    }
    response.writeHead(201, { location: `${origin}/receipt/${randomUUID()}` }).end();
  };
  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    void readBody(request).then((body) => handlePush(request, body, response));
  });
  const { port, close } = await listenLocally(server);
  const origin = `https://localhost:${port}`;

  return {
    origin,
    certificate,
    answers,
    faults,
    calls: () => total,
    subscribe(): Browser {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      const keys = { p256dh: pair.getPublicKey().toString('base64url'), auth: auth.toString('base64url') };
      const browser: Browser = {
        subscription: { endpoint: origin + path, keys },
        pushes: [],
        calls: () => calls.get(path) ?? 0,
        show: () => void (held.silent = 0),
        end: () => void (held.ended = true),
      };
      const held: Held = {
        accept: (request, body) => {
          browser.pushes.push(readPush(request, body, { pair, auth }, origin));
          held.silent += 1;
        },
        silent: 0,
        ended: false,
      };
      endpoints.set(path, held);
      return browser;
    },
    /** Opens the side to which a real Firefox connects. The service cannot read pushes to it. */
    openSocket: () =>
      openBrowserSocket((passOn) => {
        const path = `/push/${randomUUID()}`;
        const held: Held = {
          accept: (request, body) => {
            readSender(request, body, origin);
            passOn(body, request.headers['content-encoding'] ?? '');
          },
          silent: 0,
          ended: false,
        };
        endpoints.set(path, held);
        return { endpoint: origin + path, end: () => void (held.ended = true) };
      }),
    close,
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

function readPush(
  request: IncomingMessage,
  body: Buffer,
  keys: { pair: ECDH; auth: Buffer },
  origin: string,
): TakenPush {
  const claims = readSender(request, body, origin);
  const payload = JSON.parse(decrypt(body, keys)) as Record<string, unknown>;
  return { payload, headers: request.headers, claims, bytes: body.length };
}

/** Throws if a push service would refuse the push. */
function readSender({ headers }: IncomingMessage, body: Buffer, origin: string): TakenPush['claims'] {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
  if (!/^\d+$/.test(headers.ttl as string)) throw new Error('no TTL');
  if (body.length > bodyMaxBytes) throw new Error('too large');
  const claims = readClaims(headers.authorization ?? '');
  const now = Date.now() / 1_000;
  if (claims.aud !== origin) throw new Error(`signed for ${claims.aud}`);
  if (!(claims.exp > now && claims.exp <= now + 86_400)) throw new Error('expires too late, or has');
  return claims;
}

function readClaims(authorization: string): TakenPush['claims'] {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const signer = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: signer, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('not signed');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as TakenPush['claims'];
}
