import { keep, readKept } from '../member-storage.ts';

/**
 * The text that a member began to write to another, as this browser keeps it. What the server has for their other
 * devices is added once that is loaded (`sync-drafts.ts`). The text stands alone under its name: pages of an older
 * version read and write it there.
 */
export const draftPrefix = 'draft.';
export const editedPrefix = 'draft-edited.';

/** The composer that is open. */
export interface OpenDraft {
  profile: string;
  /** The text of the box; null before anything was typed on this page. */
  typed: () => string | null;
  show: (text: string) => void;
}

/** The draft that is open, and who is called after each edit and when another one is open. */
export const drafting: { open?: OpenDraft | undefined; note?: (() => void) | undefined } = {};

/** Says which draft is open. */
export function openDraft(next: OpenDraft): void {
  drafting.open = next;
  drafting.note?.();
}

export function readDraft(member: string, profile: string): string {
  const kept = readKept(member, draftPrefix + profile);
  return typeof kept === 'string' ? kept : '';
}

/** Keeps an edit, and when it was made. */
export function keepDraft(member: string, profile: string, text: string): void {
  keep(member, draftPrefix + profile, text === '' ? null : text);
  keep(member, editedPrefix + profile, Date.now());
  drafting.note?.();
}

/** A text with another one after it, on a line of its own. */
export function withText(text: string, more: string): string {
  return text === '' ? more : `${text}\n${more}`;
}
