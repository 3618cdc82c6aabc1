import { keep, readKept } from '../member-storage.ts';

const nameOf = (profile: string): string => `draft.${profile}`;

/** The text that a member began to write to another, or ''. */
export function readDraft(member: string, profile: string): string {
  const kept = readKept(member, nameOf(profile));
  return typeof kept === 'string' ? kept : '';
}

/** A text with another one after it, on a line of its own. */
export function withText(text: string, more: string): string {
  return text === '' ? more : `${text}\n${more}`;
}

export function keepDraft(member: string, profile: string, text: string): void {
  keep(member, nameOf(profile), text === '' ? null : text);
}
