import type { Faults } from '../shared/faults.ts';
import type { Store } from './store.ts';
import type { WebhookSender } from '../shared/webhooks.ts';

/** The shared state of the provider, created once at the start. */
export type Sandbox = {
  /** Public URL without a trailing slash, known once the server listens. */
  address: string;
  readonly store: Store;
  readonly webhooks: WebhookSender;
  readonly faults: Faults;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Moves the provider's clock forward and performs every step that becomes due. */
  moveClock(milliseconds: number): void;
};
