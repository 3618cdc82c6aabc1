import type { Chat, Message } from './chat.ts';
import type { FrameInput, FrameName } from './frames.ts';

/**
 * What the live channel carries to every open tab and device of a member, the sender's included. An event is a hint
 * that also carries what changed: applied to stale state it gives the same state as fetching again.
 */
export type LiveEvent =
  | { type: 'ready' }
  /** The node may have missed events of others: fetch again what they would have changed. */
  | { type: 'catch-up' }
  | { type: 'message'; message: Message; profile: Chat['profile']; num_unread_messages: number; credits?: number }
  | { type: 'typing'; conversation: string; profile: string }
  | { type: 'read'; conversation: string; seq: number; own: boolean; num_unread_messages?: number }
  | { type: 'conversation-gone'; conversation: string }
  | { type: 'like'; profile: Chat['profile']; at: string }
  | { type: 'like-gone'; profile: string }
  | { type: 'like-given'; profile: Chat['profile'] | null; id: string }
  | { type: 'like-seen'; profile: string }
  | { type: 'match'; profile: Chat['profile'] }
  | { type: 'balance'; credits: number; paid_user: boolean }
  | { type: 'profile' }
  | { type: 'settings' }
  | { type: 'logged-out' };

/** What a client may send on the live channel. */
export type LiveFrame = { [Name in FrameName]: { type: Name } & FrameInput<Name> }[FrameName];

/**
 * A node that stops closes its sockets with this code; the reason is a number of seconds over which they may come back,
 * so that they do not all come at once.
 */
export const closedByRestart = 1012;
