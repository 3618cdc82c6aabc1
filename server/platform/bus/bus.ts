import { EventEmitter } from 'node:events';

import type { LiveEvent } from '../../../contract/events.ts';

/**
 * Carries live events to the open sockets of members. It carries hints: the database is the truth, and a client
 * that missed one catches up from it. In one process it is an emitter; between nodes a message bus stands behind it.
 */
export interface Bus {
  publish(memberId: string, event: LiveEvent): void;
  /** Hears the events of one member until the returned function is called. */
  subscribe(memberId: string, listener: (event: LiveEvent) => void): () => void;
  /** Resolves, soon in any case, when a subscribed member's events of other nodes arrive too. */
  joined(memberId: string): Promise<void>;
  /** Whether somebody on this node listens for the member. */
  hears(memberId: string): boolean;
  close(): Promise<void>;
}

/** The bus of one process. */
export interface LocalBus extends Bus {
  /** Everybody whom somebody on this node listens for. */
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
    joined: async () => undefined,
    hears: (memberId) => emitter.listenerCount(memberId) > 0,
    members: () => emitter.eventNames() as string[],
    close: async () => {
      emitter.removeAllListeners();
    },
  };
}
