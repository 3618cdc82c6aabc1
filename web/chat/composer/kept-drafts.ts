import type { Draft } from '../../../contract/drafts.ts';
import { keep, namesKept, readKept } from '../member-storage.ts';
import { takeBrought } from './brought-text.ts';
import { draftPrefix, editedPrefix, keepDraft, readDraft, withText } from './drafts.ts';

/** A draft of this browser, and what it knows of the server's. */
export interface KeptDraft {
  text: string;
  /** What the server had when this browser last heard of it. */
  known: Draft | null;
  /** When it was edited here, in milliseconds since 1970; null once the server has it. */
  edited: number | null;
}

const knownPrefix = 'draft-known.';

export function readKeptDraft(member: string, profile: string): KeptDraft {
  const text = readDraft(member, profile);
  const known = readKept(member, knownPrefix + profile) as Draft | null;
  const edited = readKept(member, editedPrefix + profile) as number | null;
  // Of an older version, and older than all others.
  if (text !== '' && known === null && edited === null) return { text, known, edited: 0 };
  return { text, known, edited };
}

export function storeKeptDraft(member: string, profile: string, { text, known, edited }: KeptDraft): void {
  keep(member, draftPrefix + profile, text === '' ? null : text);
  keep(member, knownPrefix + profile, known);
  keep(member, editedPrefix + profile, edited);
}

/** The members to whom something was edited here that the server does not have. */
export function unsavedDrafts(member: string): string[] {
  const profiles = [draftPrefix, editedPrefix].flatMap((prefix) =>
    namesKept(member, prefix).map((name) => name.slice(prefix.length)),
  );
  return [...new Set(profiles)].filter((profile) => readKeptDraft(member, profile).edited !== null);
}

/**
 * The draft after what the server has arrived. A later one is taken where nothing is written, or nothing that was typed
 * on this page or is not saved yet; what was typed here goes only if it was sent or cleared elsewhere. `typed`: the text
 * of the box, null before anything was typed on this page.
 */
export function mergeDraft(kept: KeptDraft, remote: Draft | null | undefined, typed: string | null): KeptDraft {
  const shown = typed ?? kept.text;
  if (!remote || (kept.known && kept.known.at >= remote.at)) return { ...kept, text: shown };
  const isSaved = shown === kept.known?.text && (typed === null || remote.text === '');
  const takes = kept.edited === null && (shown === '' || isSaved);
  return { ...kept, known: remote, text: takes ? remote.text : shown };
}

/** The same with what this browser keeps, and with what another page brought. Returns the text to be shown. */
export function takeDraft(
  member: string,
  profile: string,
  remote: Draft | null | undefined,
  typed: string | null,
): string {
  const kept = readKeptDraft(member, profile);
  const { known, text } = mergeDraft(kept, remote, typed);
  // What is being sent is not shown any more, and stays kept until the outbox has it.
  const isTaken = text !== (typed ?? kept.text);
  if (known !== kept.known) storeKeptDraft(member, profile, { ...kept, known, text: isTaken ? text : kept.text });
  const brought = takeBrought(member, profile);
  if (brought === '') return text;
  const both = withText(text, brought);
  keepDraft(member, profile, both);
  return both;
}
