import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

import type { Profile, ProfileSummary } from '../../contract/members/operations.ts';
import { readMatch, subscribeMatches, takeMatch } from '../live/matches.ts';
import { profileQuery } from '../members/members-queries.ts';
import type { RouteName } from '../platform/route-table.ts';
import { loadSentences, useLanguage } from '../platform/sentences.tsx';
import { useRouteName } from '../shell/use-route-name.ts';
import { isBusy } from './is-busy.ts';

/** Pages where a member reads, writes or pays: nothing covers them. */
const quietPages: readonly RouteName[] = [
  'chats-id',
  'members-id-chat',
  'credits',
  'credits-id-paymentmethod',
  'premium',
  'transactions-id',
];

function subscribeVisible(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * The match to show now, with its current profile: fetching it tells the server that the like has been seen. If it
 * would be in the way, as in a conversation or an order, `tell` gets the member instead. A hidden tab waits.
 */
export function useMatch(tell: (member: ProfileSummary) => void): { match: Profile | null; close: () => void } {
  const queries = useQueryClient();
  const language = useLanguage();
  const name = useRouteName();
  const waiting = useSyncExternalStore(subscribeMatches, readMatch, () => null);
  const visible = useSyncExternalStore(
    subscribeVisible,
    () => document.visibilityState === 'visible',
    () => false,
  );
  const [match, setMatch] = useState<Profile | null>(null);
  const isInWay = useEffectEvent(() => (name !== undefined && quietPages.includes(name)) || isBusy());

  const show = useEffectEvent(async (member: ProfileSummary) => {
    takeMatch(member.id);
    await loadSentences(language, ['likes', 'members']);
    if (isInWay()) return tell(member);
    const profile = await queries.fetchQuery({ ...profileQuery(member.id), staleTime: 0 }).catch(() => null);
    if (!profile?.match || isInWay()) return tell(member);
    setMatch(profile);
  });
  useEffect(() => {
    if (waiting && visible) void show(waiting);
  }, [waiting, visible]);
  return { match, close: () => setMatch(null) };
}
