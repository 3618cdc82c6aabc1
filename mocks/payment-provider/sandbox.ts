import type { Faults } from './faults.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from './webhooks.ts';

/** What every part of the provider works with; made once at start, handed down. */
export type Sandbox = {
  /** Public address without a slash at the end; known once the server listens. */
  address: string;
  readonly store: Store;
  readonly webhooks: WebhookSender;
  readonly faults: Faults;
  /** Milliseconds since 1970. */
  readonly now: () => number;
};
