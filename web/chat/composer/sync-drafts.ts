import type { QueryClient } from '@tanstack/react-query';

import { backoffMs } from '../../../contract/platform/backoff.ts';
import type { Chat, Draft } from '../../../contract/chat/operations.ts';
import { draftAgeMaxMs, draftLengthMax } from '../../../contract/chat/limits.ts';
import { toId } from '../../../contract/platform/id.ts';
import { keys } from '../../platform/calls/queries.ts';
import { CallError, callOverHttp } from '../../platform/calls/call.ts';
import { namesKept } from '../../platform/storage/member-storage.ts';
import { type KeptDraft, draftPrefix, drafts, withText } from './drafts.ts';

const chatNames: readonly string[] = [keys.chat('')[0], keys.chatWith('')[0]];
const restMs = 1_500;

/** Saves after the last keystroke, when the page is hidden, and when the network is back. Returns a stop function. */
export function syncDrafts(member: MemberId, queries: QueryClient): () => void {
  const life = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | null = null;
  let failures = 0;
  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void saveAll(), ms);
  };
  const saveUnsaved = async (): Promise<void> => {
    try {
      for (const profile of findEdited(member)) await save(member, queries, profile);
      failures = 0;
    } catch {
      // Offline, or the server cannot respond now: the browser keeps the draft.
      failures += 1;
    }
    if (!life.signal.aborted && findEdited(member).length > 0) later(backoffMs(failures));
  };
  const saveAll = async (): Promise<void> => {
    clearTimeout(timer);
    if (life.signal.aborted) return;
    saving ??= saveUnsaved().finally(() => {
      saving = null;
    });
    await saving;
  };
  const stop = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && chatNames.includes(String(query.queryKey[0]))) showOpen(member, queries);
  });
  const detach = drafts.attach({
    onChange: () => {
      showOpen(member, queries);
      later(restMs);
    },
    saveAll: async () => {
      // The draft that is being saved may have been edited since.
      await saving;
      await saveAll();
    },
  });
  showOpen(member, queries);
  window.addEventListener('online', () => void saveAll(), life);
  document.addEventListener('visibilitychange', () => document.hidden && void saveAll(), life);
  void saveAll();
  return () => {
    life.abort();
    clearTimeout(timer);
    stop();
    detach();
  };
}

function findEdited(member: MemberId): MemberId[] {
  const profiles = namesKept(member, draftPrefix).map((name) => toId<MemberId>(name.slice(draftPrefix.length)));
  return profiles.filter((profile) => drafts.read(member, profile).edited !== null);
}

function showOpen(member: MemberId, queries: QueryClient): void {
  const { open } = drafts;
  if (!open) return;
  const chats = chatNames.flatMap((name) => queries.getQueriesData<Chat | null>({ queryKey: [name] }));
  const chat = chats.map(([, data]) => data).find((data) => data?.profile.id === open.profile);
  if (chat) open.show(mergeKeptDraft(member, open.profile, chat.draft, open.typed()));
}

/**
 * Merges a draft with a newer one, which replaces the text only if there is no unsaved edit here and the box is empty
 * or shows the saved text. Text that was typed on this page is replaced only by an empty draft, which was sent or
 * cleared elsewhere. `typed`: the text of the box, null if nothing was typed on this page yet.
 */
export function mergeDraft<Kept extends Pick<KeptDraft, 'text' | 'known' | 'edited'>>(
  kept: Kept,
  remote: Draft | null,
  typed: string | null,
): Kept {
  const shown = typed ?? kept.text;
  if (!remote || (kept.known && kept.known.at >= remote.at)) return { ...kept, text: shown };
  const isSaved = shown === kept.known?.text && (typed === null || remote.text === '');
  const showsRemote = kept.edited === null && (shown === '' || isSaved);
  return { ...kept, known: remote, text: showsRemote ? remote.text : shown };
}

/** Applies `mergeDraft` to the kept draft and appends text brought from another page. Returns the text to show. */
function mergeKeptDraft(member: MemberId, profile: MemberId, remote: Draft | null, typed: string | null): string {
  const kept = drafts.read(member, profile);
  const { known, text } = mergeDraft(kept, remote, typed);
  // Text that is being sent is not shown any more, but stays kept until the outbox has it.
  const isTaken = text !== (typed ?? kept.text);
  if (known !== kept.known) drafts.change(member, profile, { known, text: isTaken ? text : kept.text });
  if (kept.brought === '') return text;
  const both = withText(text, kept.brought);
  drafts.change(member, profile, { brought: '' });
  drafts.edit(member, profile, both);
  return both;
}

export function cacheDraft(queries: QueryClient, profile: MemberId, draft: Draft): void {
  for (const name of chatNames)
    queries.setQueriesData<Chat | null>({ queryKey: [name] }, (chat) =>
      chat?.profile.id === profile && !(chat.draft && chat.draft.at >= draft.at) ? { ...chat, draft } : chat,
    );
}

async function save(member: MemberId, queries: QueryClient, profile: MemberId): Promise<void> {
  const { text, known, edited } = drafts.read(member, profile);
  if (edited === null) return;
  const settle = (draft: Draft | null = known): void => {
    const now = drafts.read(member, profile).edited;
    const left = { edited: now === edited ? null : now };
    // If storage is full, the edit is at least not saved again.
    if (!drafts.change(member, profile, { ...left, known: draft })) drafts.change(member, profile, left);
  };
  if (text.length > draftLengthMax || text === (known?.text ?? '')) return settle();
  const age_ms = Math.min(draftAgeMaxMs, Math.max(0, Date.now() - edited));
  try {
    const input = { profile, text, age_ms };
    const { draft } = await callOverHttp('saveDraft', input, { member, keepalive: true });
    // Another device may have made a later edit while the emptied box was not saved yet: show that edit now.
    const instead = text === '' ? null : known;
    settle(draft.text === text ? draft : instead);
    cacheDraft(queries, profile, draft);
  } catch (error) {
    const isRefused = error instanceof CallError && (error.status === 404 || error.code === 'profile.blocked-you');
    if (!isRefused) throw error;
    settle();
  }
}
