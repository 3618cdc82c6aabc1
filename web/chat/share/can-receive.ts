import type { ChatEntry } from '../../../contract/chat.ts';

/** Whether anybody can write in a conversation of the list: not to a former member, and not after a goodbye. */
export function canReceive({ profile, conversation }: ChatEntry): boolean {
  return !profile.former && conversation.last_kind !== 'goodbye';
}
