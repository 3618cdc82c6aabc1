import type { ChatEntry } from '../../../contract/chat/operations.ts';

/** True if the member can write in a listed conversation: not to a former member, and not after a goodbye. */
export function canReceive({ profile, conversation }: ChatEntry): boolean {
  return !profile.former && conversation.last_kind !== 'goodbye';
}
