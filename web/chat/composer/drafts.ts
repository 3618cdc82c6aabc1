import type { Draft } from '../../../contract/chat/operations.ts';
import type { Quote } from '../../../contract/chat/quote.ts';
import { forget, keep, readKept } from '../../platform/storage/member-storage.ts';

export interface KeptDraft {
  text: string;
  /** When the text was edited here, in milliseconds since 1970; null once the server has it. */
  edited: number | null;
  /** The server's draft when this browser last received it. */
  known: Draft | null;
  /** Text from another page, which is appended when the conversation opens. */
  brought: string;
  /** The part of the profile that the message refers to. The server does not know it. */
  quote: Quote | null;
}

const nothing: KeptDraft = { text: '', edited: null, known: null, brought: '', quote: null };

interface OpenDraft {
  profile: MemberId;
  /** Returns the text of the box; null if nothing was typed on this page yet. */
  typed: () => string | null;
  show: (text: string) => void;
}

/** Saves drafts on the server while a member is logged in (`sync-drafts.ts`). */
interface DraftSync {
  /** Called after each edit and when another draft opens. */
  onChange(): void;
  saveAll(): Promise<void>;
}

/**
 * The drafts that this browser keeps, each under one key of localStorage with its member and receiver. The photo of a
 * draft is in the database (`photo-drafts.ts`). A text is in one of three modes:
 *
 * - `edited`: the server lacks the last edit, and `sync-drafts.ts` saves it soon. Nothing from the server replaces it.
 * - `saved`: the server has it. A newer draft of another device may replace it (`mergeDraft`).
 * - `leaving`: its message is in the outbox of this page, but not safe yet. The box is empty, and the text stays here
 *   until it is safe, in case the page ends.
 */
class Drafts {
  open: OpenDraft | undefined;
  #sync: DraftSync | undefined;

  /** Attaches the only synchronization. Returns a function that detaches it. */
  attach(sync: DraftSync): () => void {
    this.#sync = sync;
    return () => {
      this.#sync = undefined;
    };
  }

  setOpen(next: OpenDraft): void {
    this.open = next;
    this.#sync?.onChange();
  }

  /** Saves what the server lacks, if a synchronization is attached. */
  async saveAll(): Promise<void> {
    await this.#sync?.saveAll();
  }

  read(member: MemberId, profile: MemberId): KeptDraft {
    return { ...nothing, ...(readKept(member, formatName(profile)) as Partial<KeptDraft> | null) };
  }

  change(member: MemberId, profile: MemberId, part: Partial<KeptDraft>): boolean {
    const next = { ...this.read(member, profile), ...part };
    const isEmpty = Object.values(next).every((value) => value === null || value === '');
    return isEmpty ? forget(member, formatName(profile)) : keep(member, formatName(profile), next);
  }

  edit(member: MemberId, profile: MemberId, text: string): void {
    this.change(member, profile, { text, edited: Date.now() });
    this.#sync?.onChange();
  }

  /** Keeps text from another page. False if storage is full or forbidden. */
  bring(member: MemberId, profile: MemberId, text: string): boolean {
    return this.change(member, profile, { brought: withText(this.read(member, profile).brought, text) });
  }
}

/** The drafts of this page: its composers come and go, while one synchronization runs. */
export const drafts = new Drafts();

export const draftPrefix = 'draft.';

function formatName(profile: MemberId): string {
  return draftPrefix + profile;
}

export function withText(text: string, more: string): string {
  return text === '' ? more : `${text}\n${more}`;
}
