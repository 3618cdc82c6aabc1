import type { Chat, Message } from './chat/operations.ts';
import type { Draft } from './chat/drafts.ts';
import type { FrameInput, FrameName } from './frames.ts';

/**
 * An event that the live channel sends to every open tab and device of a member, including the tab that caused it.
 * Applying an event to stale state gives the same state as fetching again.
 */
export type LiveEvent =
  | { type: 'ready' }
  /** The node may have missed events: refetch everything that they could have changed. */
  | { type: 'catch-up' }
  | { type: 'message'; message: Message; profile: Chat['profile']; num_unread_messages: number; credits?: number }
  | { type: 'typing'; conversation: string; profile: string }
  | { type: 'read'; conversation: string; seq: number; own: boolean; num_unread_messages?: number }
  /** Somebody answered a gift's question. `answers` holds what the receiver of the event may see. */
  | { type: 'gift-answered'; message: string; answers: NonNullable<Message['answers']> }
  /** A draft of the member changed on one of their devices; empty once it was sent or cleared. */
  | { type: 'draft'; profile: string; draft: Draft }
  | { type: 'conversation-gone'; conversation: string }
  | { type: 'like'; profile: Chat['profile']; at: string }
  | { type: 'like-gone'; profile: string }
  | { type: 'like-given'; profile: Chat['profile'] | null; id: string }
  | { type: 'like-seen'; profile: string }
  | { type: 'match'; profile: Chat['profile'] }
  /** The member hid somebody from their searches, or shows them again. */
  | { type: 'member-hidden'; profile: string; hidden: boolean }
  | { type: 'balance'; credits: number; paid_user: boolean }
  /** The state of an order changed, or some of its money was returned. */
  | { type: 'payment'; payment: string }
  | { type: 'profile' }
  | { type: 'settings' }
  | { type: 'logged-out' };

export type EventByType<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

/** A frame that a client may send on the live channel. */
export type LiveFrame =
  | { [Name in FrameName]: { type: Name } & FrameInput<Name> }[FrameName]
  /** Tells whether the page is visible, on opening and on every change. A hidden page does not count as presence. */
  | { type: 'shown'; shown: boolean };

/** Close code of a stopping node. The reason is the time in seconds over which clients spread their reconnects. */
export const closedByRestart = 1012;

/** Close code of a member's oldest socket when there are too many. Its page reconnects when it becomes visible. */
export const closedByLimit = 4_008;
