import type { EventByType } from '../../contract/events.ts';
import type { Profile } from '../../contract/members/operations.ts';

export function without<T extends { id: string }>(members: readonly T[], id: string): T[] {
  return members.filter((member) => member.id !== id);
}

/** A match is two likes, one each way. */
export function withMatch(profile: Profile): Profile {
  return { ...profile, match: profile.liked && profile.likes_you };
}

export function matched(profile: Profile, id: string): Profile {
  return profile.id === id ? { ...profile, liked: true, likes_you: true, match: true } : profile;
}

export function withLikeReceived(profile: Profile, id: string, likesYou: boolean): Profile {
  return profile.id === id ? withMatch({ ...profile, likes_you: likesYou }) : profile;
}

export function withConversation(profile: Profile, event: EventByType<'message'>): Profile {
  return profile.id === event.profile.id ? { ...profile, conversation: event.message.conversation } : profile;
}

/**
 * Profiles whose price or send blocker a message changes: a gift makes its answer free, that answer ends the free
 * state, beginning a conversation uses up one of the allowed ones, and a goodbye ends the conversation.
 */
export function staleProfiles({ message, profile }: EventByType<'message'>): (readonly ['profile', ...string[]])[] {
  const { own, seq, kind, credits } = message;
  if (own && seq === 1) return [['profile']];
  return kind === 'gift' || kind === 'goodbye' || (own && kind === 'text' && credits === 0)
    ? [['profile', profile.id]]
    : [];
}

export function blocked(profile: Profile, id: string): Profile {
  if (profile.id !== id) return profile;
  return { ...profile, blocked: true, liked: false, likes_you: false, match: false, conversation: null };
}
