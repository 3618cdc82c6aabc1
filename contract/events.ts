import type { Chat, Message, Draft } from './chat/operations.ts';
import type { OperationName } from './calls.ts';
import type { CallFrame, FrameInput, FrameName } from './frames.ts';

/** The live channel sends it to every open tab. Applied to stale state, it gives the same as fetching again. */
export type LiveEvent =
  /** The first event. `calls`: what the server takes over this socket; servers of earlier releases take nothing. */
  | { type: 'ready'; calls?: readonly OperationName[] }
  /** The node may have missed events: refetch everything that they could have changed. */
  | { type: 'catch-up' }
  | { type: 'message'; message: Message; profile: Chat['profile']; num_unread_messages: number; credits?: number }
  | { type: 'typing'; conversation: ConversationId; profile: MemberId }
  | { type: 'read'; conversation: ConversationId; seq: number; own: boolean; num_unread_messages?: number }
  /** Somebody answered the question of a gift. `answers` holds what the receiver of the event may see. */
  | { type: 'gift-answered'; message: MessageId; answers: NonNullable<Message['answers']> }
  /** The draft of a text changed; empty once it was sent or cleared. */
  | { type: 'draft'; profile: MemberId; draft: Draft }
  | { type: 'conversation-gone'; conversation: ConversationId }
  | { type: 'like'; profile: Chat['profile']; at: string }
  | { type: 'like-gone'; profile: MemberId }
  | { type: 'like-given'; profile: Chat['profile'] | null; id: MemberId }
  | { type: 'like-seen'; profile: MemberId }
  | { type: 'match'; profile: Chat['profile'] }
  | { type: 'member-hidden'; profile: MemberId; hidden: boolean }
  | { type: 'balance'; credits: number; paid_user: boolean }
  | { type: 'payment'; payment: PaymentId }
  | { type: 'profile' }
  | { type: 'settings' }
  | { type: 'logged-out' };

export type EventByType<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

export type LiveFrame =
  | { [Name in FrameName]: { type: Name } & FrameInput<Name> }[FrameName]
  /** Tells whether the page is visible, on opening and on every change. A hidden page does not count as presence. */
  | { type: 'shown'; shown: boolean }
  /** Run only if the server's `ready` names the operation. */
  | ({ type: 'call' } & CallFrame);

/** Close code of a stopping node. The reason is the time in seconds over which clients spread their reconnects. */
export const closedByRestart = 1012;

/** Close code of a member's oldest socket when there are too many. Its page reconnects when it becomes visible. */
export const closedByLimit = 4_008;
