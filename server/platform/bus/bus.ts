import { EventEmitter } from 'node:events';

import type { LiveEvent } from '../../../contract/events.ts';

/** Carries live events to open sockets. Events are hints: a client that missed one catches up from the database. */
export interface Bus {
  publish(memberId: MemberId, event: LiveEvent): void;
  /** Calls `listener` for each event of a member, until the returned function is called. */
  subscribe(memberId: MemberId, listener: (event: LiveEvent) => void): () => void;
  /** Resolves once events from other nodes arrive for a subscribed member, or after a second at most. */
  whenSubscribed(memberId: MemberId): Promise<void>;
  hasListeners(memberId: MemberId): boolean;
  /** Tells all nodes that read a replica that a member changed something (`replica.ts`). */
  announceChange(memberId: MemberId): void;
  /** Calls `listener` for each announced change; with null if announcements may have been missed. */
  onChange(listener: (memberId: MemberId | null) => void): void;
  /** Whether events of other nodes arrive, by the way that they take; empty without other nodes. */
  ways(): Record<string, boolean>;
  close(): Promise<void>;
}

export interface LocalBus extends Bus {
  members(): MemberId[];
  emitChange(memberId: MemberId | null): void;
}

export function createLocalBus(): LocalBus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const changes: ((memberId: MemberId | null) => void)[] = [];
  const emitChange = (memberId: MemberId | null): void => {
    for (const listener of changes) listener(memberId);
  };
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
    announceChange: emitChange,
    emitChange,
    onChange: (listener) => {
      changes.push(listener);
    },
    ways: () => ({}),
    members: () => emitter.eventNames() as MemberId[],
    close: async () => {
      emitter.removeAllListeners();
    },
  };
}
