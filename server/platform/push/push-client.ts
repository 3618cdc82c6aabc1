import { createECDH, hkdfSync } from 'node:crypto';
import { Agent, request } from 'node:https';

import webPush from 'web-push';

import { PrivateAddress, lookUpPublic } from '../public-requests.ts';
import { type PushTarget, isPushEndpoint } from './rules.ts';

interface Push {
  payload: object;
  /** How long the push service keeps it for an offline browser. */
  ttlSeconds: number;
  /** A later push with the same topic replaces one that was not delivered. The push service can read the topic. */
  topic: string;
}

/** `nothing` without a response, or `refused` if the address is not allowed. */
export interface PushResponse {
  status: number | 'nothing' | 'refused';
  retryAfter?: string | undefined;
}

/** Sends pushes to browsers through their push services (RFC 8030, RFC 8291, RFC 8292). */
export interface PushClient {
  /** The key with which browsers restrict a subscription to this installation. */
  publicKey: string;
  isEndpoint(endpoint: string): boolean;
  send(target: PushTarget, push: Push): Promise<PushResponse>;
  close(): void;
}

export interface TestPushService {
  origin: string;
  certificate: string;
}

const timeoutMs = 5_000;
const connectionsMax = 16;

/**
 * Derives the private key of an installation without a configured one. All nodes derive the same, because they share
 * the secret.
 */
export function keyFromSecret(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'push', 32)).toString('base64url');
}

export function createPushClient(options: {
  privateKey: string;
  subject: string;
  testService?: TestPushService | null;
}): PushClient {
  const { privateKey, subject, testService = null } = options;
  const publicKey = derivePublicKey(privateKey);
  const shared = { keepAlive: true, maxSockets: connectionsMax };
  // Every connection looks up its host itself, and fails unless the address is public.
  const agent = new Agent({ ...shared, lookup: lookUpPublic });
  const testAgent = testService && new Agent({ ...shared, ca: testService.certificate });

  return {
    publicKey,
    isEndpoint: (endpoint) => isPushEndpoint(endpoint, testService?.origin ?? null),
    send: async ({ endpoint, p256dh, auth }, { payload, ttlSeconds, topic }) => {
      if (!isPushEndpoint(endpoint, testService?.origin ?? null)) return { status: 'refused' };
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        {
          vapidDetails: { subject, publicKey, privateKey },
          TTL: ttlSeconds,
          // The page of notices promises pushes within a minute, and only `high` wakes a device that saves its battery
          // (RFC 8030, section 5.3).
          urgency: 'high',
          topic,
          contentEncoding: 'aes128gcm',
        },
      );
      const isTest = new URL(endpoint).origin === testService?.origin;
      return post(endpoint, { headers, body, agent: isTest && testAgent ? testAgent : agent });
    },
    close: () => {
      agent.destroy();
      testAgent?.destroy();
    },
  };
}

/** Posts to an address, and reads only status and wait of the response. No redirect is followed. */
function post(
  address: string,
  { headers, body, agent }: { headers: Record<string, unknown>; body: Buffer | null; agent: Agent },
): Promise<PushResponse> {
  return new Promise((resolve) => {
    const sending = request(
      address,
      { method: 'POST', headers: headers as Record<string, string>, agent, signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        response.on('error', () => undefined).resume();
        resolve({ status: response.statusCode ?? 'nothing', retryAfter: response.headers['retry-after'] });
      },
    );
    sending.on('error', (error) => resolve({ status: error instanceof PrivateAddress ? 'refused' : 'nothing' }));
    sending.end(body);
  });
}

function derivePublicKey(privateKey: string): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return pair.getPublicKey().toString('base64url');
}
