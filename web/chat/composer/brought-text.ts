import { keep, readKept } from '../member-storage.ts';
import { withText } from './drafts.ts';

const nameOf = (profile: string): string => `draft-brought.${profile}`;

function readBrought(member: string, profile: string): string {
  const kept = readKept(member, nameOf(profile));
  return typeof kept === 'string' ? kept : '';
}

/**
 * Keeps a text of another page for the composer, which adds it to the draft once it knows that of all devices. False when
 * the browser has no room or forbids it.
 */
export function bringText(member: string, profile: string, text: string): boolean {
  return keep(member, nameOf(profile), withText(readBrought(member, profile), text));
}

/** What was brought, once. */
export function takeBrought(member: string, profile: string): string {
  const text = readBrought(member, profile);
  if (text !== '') keep(member, nameOf(profile), null);
  return text;
}
