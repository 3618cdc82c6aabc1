import type { Chat, Message } from './chat.ts';
import type { Draft } from './drafts.ts';
import type { FrameInput, FrameName } from './frames.ts';

/**
 * What the live channel sends to every open tab and device of a member, including the one that caused it. Applying an
 * event to stale state gives the same state as fetching again.
 */
export type LiveEvent =
  | { type: 'ready' }
  /** The node may have missed events: fetch again whatever they may have changed. */
  | { type: 'catch-up' }
  | { type: 'message'; message: Message; profile: Chat['profile']; num_unread_messages: number; credits?: number }
  | { type: 'typing'; conversation: string; profile: string }
  | { type: 'read'; conversation: string; seq: number; own: boolean; num_unread_messages?: number }
  /** Somebody answered the question of a gift; `answers` as its receiver may see them. */
  | { type: 'gift-answered'; message: string; answers: NonNullable<Message['answers']> }
  /** What the member began to write to somebody, on any of their devices; empty once it was sent or cleared. */
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
  /** The state of an order changed, or money of it went back. */
  | { type: 'payment'; payment: string }
  | { type: 'profile' }
  | { type: 'settings' }
  | { type: 'logged-out' };

/** The event of one type. */
export type EventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

/** What a client may send on the live channel. */
export type LiveFrame =
  | { [Name in FrameName]: { type: Name } & FrameInput<Name> }[FrameName]
  /** Whether its page can be seen, as it opens and whenever that changes: who cannot see it is not there. */
  | { type: 'shown'; shown: boolean };

/**
 * Close code of a stopping node. The reason is the number of seconds over which its clients reconnect, so that they do
 * not all come at once.
 */
export const closedByRestart = 1012;

/** Close code of a member's oldest socket when there are too many. It is not opened again until its page is looked at. */
export const closedByLimit = 4_008;
