import { keep, readKept } from '../member-storage.ts';
import { withText } from './drafts.ts';

const nameOf = (profile: string): string => `draft-brought.${profile}`;

function readBrought(member: string, profile: string): string {
  const kept = readKept(member, nameOf(profile));
  return typeof kept === 'string' ? kept : '';
}

/** Keeps text from another page, to be added to the draft. False if storage is full or forbidden. */
export function bringText(member: string, profile: string, text: string): boolean {
  return keep(member, nameOf(profile), withText(readBrought(member, profile), text));
}

/** Returns the text that was brought, and forgets it. */
export function takeBrought(member: string, profile: string): string {
  const text = readBrought(member, profile);
  if (text !== '') keep(member, nameOf(profile), null);
  return text;
}
