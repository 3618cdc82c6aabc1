import type { WebSocket } from 'ws';

import { closedByLimit } from '../../../contract/events.ts';

const closeTimeoutMs = 2_000;

/** The open sockets of each member, oldest first, on this node. */
export interface MemberSockets {
  /** Adds a socket and, above the limit, closes the member's oldest one with `closedByLimit`. */
  add(memberId: string, socket: WebSocket): void;
  remove(memberId: string, socket: WebSocket): void;
}

/** Limits the open sockets of a member, because every event is written to each of them. */
export function createMemberSockets(max: number): MemberSockets {
  const socketsOf = new Map<string, WebSocket[]>();
  return {
    add: (memberId, socket) => {
      const sockets = socketsOf.get(memberId);
      if (!sockets) return void socketsOf.set(memberId, [socket]);
      sockets.push(socket);
      if (sockets.length > max) closeOldest(sockets.shift());
    },
    remove: (memberId, socket) => {
      const left = socketsOf.get(memberId)?.filter((one) => one !== socket) ?? [];
      if (left.length > 0) socketsOf.set(memberId, left);
      else socketsOf.delete(memberId);
    },
  };
}

function closeOldest(socket: WebSocket | undefined): void {
  socket?.close(closedByLimit, 'too many sockets');
  // A client that does not answer would keep the socket open for half a minute.
  setTimeout(() => socket?.terminate(), closeTimeoutMs).unref();
}
