import type { Draft } from '../../../contract/chat/drafts.ts';
import { keep, namesKept, readKept } from '../member-storage.ts';
import { takeBrought } from './brought-text.ts';
import { draftPrefix, editedPrefix, keepDraft, readDraft, withText } from './drafts.ts';

/** A draft in this browser, and the server's draft as far as this browser knows it. */
export interface KeptDraft {
  text: string;
  /** The server's draft when this browser last received it. */
  known: Draft | null;
  /** When it was edited here, in milliseconds since 1970; null once the server has it. */
  edited: number | null;
}

const knownPrefix = 'draft-known.';

export function readKeptDraft(member: string, profile: string): KeptDraft {
  const text = readDraft(member, profile);
  const known = readKept(member, knownPrefix + profile) as Draft | null;
  const edited = readKept(member, editedPrefix + profile) as number | null;
  // Drafts of an older version have no time; they count as the oldest.
  if (text !== '' && known === null && edited === null) return { text, known, edited: 0 };
  return { text, known, edited };
}

export function storeKeptDraft(member: string, profile: string, { text, known, edited }: KeptDraft): void {
  keep(member, draftPrefix + profile, text === '' ? null : text);
  keep(member, knownPrefix + profile, known);
  keep(member, editedPrefix + profile, edited);
}

/** Returns the receivers of drafts with edits that the server does not have. */
export function unsavedDrafts(member: string): string[] {
  const profiles = [draftPrefix, editedPrefix].flatMap((prefix) =>
    namesKept(member, prefix).map((name) => name.slice(prefix.length)),
  );
  return [...new Set(profiles)].filter((profile) => readKeptDraft(member, profile).edited !== null);
}

/**
 * Merges the server's draft. A newer one replaces the text only if there is no unsaved edit here and the box is empty
 * or shows the saved text. Saved text that was typed on this page is replaced only by an empty draft, which means
 * that it was sent or cleared elsewhere. `typed`: the text of the box, null if nothing was typed on this page yet.
 */
export function mergeDraft(kept: KeptDraft, remote: Draft | null | undefined, typed: string | null): KeptDraft {
  const shown = typed ?? kept.text;
  if (!remote || (kept.known && kept.known.at >= remote.at)) return { ...kept, text: shown };
  const isSaved = shown === kept.known?.text && (typed === null || remote.text === '');
  const takes = kept.edited === null && (shown === '' || isSaved);
  return { ...kept, known: remote, text: takes ? remote.text : shown };
}

/** Applies `mergeDraft` to the kept draft and appends text brought from another page. Returns the text to show. */
export function takeDraft(
  member: string,
  profile: string,
  remote: Draft | null | undefined,
  typed: string | null,
): string {
  const kept = readKeptDraft(member, profile);
  const { known, text } = mergeDraft(kept, remote, typed);
  // Text that is being sent is not shown any more, but stays kept until the outbox has it.
  const isTaken = text !== (typed ?? kept.text);
  if (known !== kept.known) storeKeptDraft(member, profile, { ...kept, known, text: isTaken ? text : kept.text });
  const brought = takeBrought(member, profile);
  if (brought === '') return text;
  const both = withText(text, brought);
  keepDraft(member, profile, both);
  return both;
}
