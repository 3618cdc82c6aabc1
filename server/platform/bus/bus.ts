import { EventEmitter } from 'node:events';

import type { LiveEvent } from '../../../contract/events.ts';

/**
 * Carries live events to the open sockets of members. Events are hints: the database is the truth, and a client that
 * missed one catches up from it.
 */
export interface Bus {
  publish(memberId: string, event: LiveEvent): void;
  /** Calls `listener` for each event of a member, until the returned function is called. */
  subscribe(memberId: string, listener: (event: LiveEvent) => void): () => void;
  /** Resolves once events from other nodes arrive for a subscribed member, or after a second at most. */
  whenSubscribed(memberId: string): Promise<void>;
  hasListeners(memberId: string): boolean;
  close(): Promise<void>;
}

/** The bus of a single process. */
export interface LocalBus extends Bus {
  /** All members that have a listener. */
  members(): string[];
}

export function createLocalBus(): LocalBus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    publish: (memberId, event) => {
      emitter.emit(memberId, event);
    },
    subscribe: (memberId, listener) => {
      emitter.on(memberId, listener);
      return () => {
        emitter.off(memberId, listener);
      };
    },
    whenSubscribed: async () => undefined,
    hasListeners: (memberId) => emitter.listenerCount(memberId) > 0,
    members: () => emitter.eventNames() as string[],
    close: async () => {
      emitter.removeAllListeners();
    },
  };
}
