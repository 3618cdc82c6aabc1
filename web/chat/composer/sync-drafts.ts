import type { QueryClient } from '@tanstack/react-query';

import { backoffMs } from '../../../contract/platform/backoff.ts';
import type { Chat } from '../../../contract/chat/operations.ts';
import type { Draft } from '../../../contract/chat/drafts.ts';
import { draftAgeMaxMs, draftLengthMax } from '../../../contract/chat/limits.ts';
import { keys } from '../../platform/query-keys.ts';
import { CallError, callOverHttp } from '../../platform/call.ts';
import { beforeLogOut } from '../../shell/log-out.ts';
import { drafting } from './drafts.ts';
import { readKeptDraft, storeKeptDraft, takeDraft, unsavedDrafts } from './kept-drafts.ts';

const chatNames: readonly string[] = [keys.chat('')[0], keys.chatWith('')[0]];
const restMs = 1_500;

/**
 * Saves this member's drafts shortly after the last keystroke or when the page is hidden, and drafts edited offline
 * as soon as the network is back. Returns a function that stops it.
 */
export function syncDrafts(member: string, queries: QueryClient): () => void {
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
      for (const profile of unsavedDrafts(member)) await save(member, queries, profile);
      failures = 0;
    } catch {
      // Offline, or the server cannot respond now: the browser keeps the draft.
      failures += 1;
    }
    if (!life.signal.aborted && unsavedDrafts(member).length > 0) later(backoffMs(failures));
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
  drafting.note = () => {
    showOpen(member, queries);
    later(restMs);
  };
  beforeLogOut.save = async () => {
    // The draft that is being saved may have been edited since.
    await saving;
    await saveAll();
  };
  showOpen(member, queries);
  window.addEventListener('online', () => void saveAll(), life);
  document.addEventListener('visibilitychange', () => document.hidden && void saveAll(), life);
  void saveAll();
  return () => {
    life.abort();
    clearTimeout(timer);
    stop();
    drafting.note = undefined;
    beforeLogOut.save = undefined;
  };
}

/** Merges the open draft with the server's. */
function showOpen(member: string, queries: QueryClient): void {
  const { open } = drafting;
  if (!open) return;
  const chats = chatNames.flatMap((name) => queries.getQueriesData<Chat | null>({ queryKey: [name] }));
  const chat = chats.map(([, data]) => data).find((data) => data?.profile.id === open.profile);
  if (chat) open.show(takeDraft(member, open.profile, chat.draft, open.typed()));
}

/** Records the server's draft in the cached conversations. */
export function cacheDraft(queries: QueryClient, profile: string, draft: Draft): void {
  for (const name of chatNames)
    queries.setQueriesData<Chat | null>({ queryKey: [name] }, (chat) =>
      chat?.profile.id === profile && !(chat.draft && chat.draft.at >= draft.at) ? { ...chat, draft } : chat,
    );
}

/** Saves one draft. Throws if a retry may help. */
async function save(member: string, queries: QueryClient, profile: string): Promise<void> {
  const { text, known, edited } = readKeptDraft(member, profile);
  if (edited === null) return;
  const settle = (draft: Draft | null = known): void => {
    const now = readKeptDraft(member, profile);
    const isEdited = now.edited !== edited && now.edited !== null;
    storeKeptDraft(member, profile, { ...now, known: draft, edited: isEdited ? now.edited : null });
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
