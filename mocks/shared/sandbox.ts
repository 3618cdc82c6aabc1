import type { FastifyInstance } from 'fastify';

import { type Faults, createFaults } from './faults.ts';
import { type Letter, type WebhookSender, createWebhookSender } from './webhooks.ts';

export type ProviderOptions = {
  /** Any free port if 0 or absent. */
  port?: number;
  host?: string;
  apiKey: string;
  /** JSON file in which the state survives a restart. Without it, the state is kept in memory. */
  dataFile?: string;
  log?: (line: string) => void;
  /** Pauses before the second, third and further attempts of a webhook, in milliseconds. */
  webhookRetryDelaysMs?: readonly number[];
  /** Milliseconds since 1970; for tests. */
  now?: () => number;
  /** Adds a test's own hooks to the API. */
  addHooks?: (api: FastifyInstance) => void;
};

export type BaseSandbox<Store> = {
  /** Public URL without a trailing slash, known once the server listens. */
  address: string;
  readonly store: Store;
  readonly webhooks: WebhookSender;
  readonly faults: Faults;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the provider's clock forward and performs every step that becomes due. */
  moveClock(milliseconds: number): void;
  /** Performs every step that is due. */
  readonly sweep: () => void;
};

export function createSandbox<Store>(
  { now = Date.now, webhookRetryDelaysMs: retryDelaysMs, log = () => undefined }: ProviderOptions,
  store: Store,
  sweep: () => void,
  write?: (payment: string) => Letter,
): BaseSandbox<Store> {
  let ahead = 0;
  return {
    address: '',
    store,
    webhooks: createWebhookSender({ retryDelaysMs, log, ...(write && { write }) }),
    faults: createFaults(),
    now: () => now() + ahead,
    sweep,
    moveClock(milliseconds) {
      ahead += milliseconds;
      sweep();
    },
  };
}
