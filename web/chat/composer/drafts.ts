import { keep, readKept } from '../member-storage.ts';

/**
 * Key prefix of a draft's text in this browser; the receiver follows. `sync-drafts.ts` merges the server's draft once
 * it is loaded. The text is stored alone under its key, because pages of an older version read and write it there.
 */
export const draftPrefix = 'draft.';
export const editedPrefix = 'draft-edited.';

/** The draft in the open composer. */
export interface OpenDraft {
  profile: string;
  /** Returns the text of the box; null if nothing was typed on this page yet. */
  typed: () => string | null;
  show: (text: string) => void;
}

/** The open draft, and a listener that is called after each edit and when another draft opens. */
export const drafting: { open?: OpenDraft | undefined; note?: (() => void) | undefined } = {};

/** Sets the open draft. */
export function openDraft(next: OpenDraft): void {
  drafting.open = next;
  drafting.note?.();
}

export function readDraft(member: string, profile: string): string {
  const kept = readKept(member, draftPrefix + profile);
  return typeof kept === 'string' ? kept : '';
}

/** Keeps an edit and its time. */
export function keepDraft(member: string, profile: string, text: string): void {
  keep(member, draftPrefix + profile, text === '' ? null : text);
  keep(member, editedPrefix + profile, Date.now());
  drafting.note?.();
}

/** Appends a text on a line of its own. */
export function withText(text: string, more: string): string {
  return text === '' ? more : `${text}\n${more}`;
}
