import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { likesReloadAfterAutoLikeMs } from '../../contract/likes/limits.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import { call } from '../platform/call.ts';
import { isStillHere } from '../platform/is-still-here.ts';
import { queueMatch } from '../live/matches.ts';
import { likesQuery } from '../cache/likes-pages.ts';
import { userQuery } from '../platform/queries.ts';
import { getRoute } from '../platform/route-table.ts';
import { loadSentences, useLanguage } from '../platform/sentences.tsx';
import { useRouteName } from '../shell/use-route-name.ts';
import { arrivals, readDelay, isStillNew, lookEveryMs, waitMs, withoutDelay } from './announcement-rules.ts';
import { isBusy } from './is-busy.ts';
import { keepLike, readKeptLike, subscribeKeptLike } from './kept-like.ts';

/** When this browser last asked. Like the limit of once a minute, it outlives the layout. */
let lastAsked: number | null = null;

/**
 * The like to announce now (specification, sections 4 and 7): requested some seconds after the member enters the
 * members area, when a like arrives live, or after the delay of the query parameter `t`. It waits for open dialogs.
 */
export function useNewLike(): { profile: ProfileSummary | null; close: () => void } {
  const queries = useQueryClient();
  const language = useLanguage();
  const { data: user } = useQuery(userQuery);
  const [profile, setProfile] = useState<ProfileSummary | null>(null);
  const inArea = useInArea() && Boolean(user);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const mayTell = (): boolean => profile === null && !readKeptLike() && !isBusy();
  const ask = useEffectEvent(async (orNewest: boolean) => {
    if (!mayTell()) return;
    lastAsked = Date.now();
    const announced = await call('getAutoLike').catch(() => null);
    const at = Date.now();
    // Without an announcement, the lists have not changed.
    if (announced)
      setTimeout(() => void queries.refetchQueries({ queryKey: likesQuery.queryKey }), likesReloadAfterAutoLikeMs);
    const found = announced ?? (orNewest ? findNewLike(queries.getQueryData(likesQuery.queryKey)?.liked_by) : null);
    if (!found) return;
    // If the member likes the sender, it is a match.
    if (found.liked) return queueMatch(found);
    await loadSentences(language, ['likes', 'members']);
    // The layout may have changed, or the member may have begun to write, during the request.
    if (isHere.current && !isBusy()) setProfile(found);
    else keepLike({ profile: found, at });
  });

  useKeptLike(inArea && profile === null, setProfile);
  useRegularQuestion(inArea, () => void ask(false));
  useQuestionOnArrival(inArea, () => void ask(false));
  useQuestionByAddress(Boolean(user), mayTell, () => void ask(true));
  return { profile, close: () => setProfile(null) };
}

/** Announces the kept like once nothing is in the way, if it is still news. */
function useKeptLike(mayTell: boolean, tell: (like: ProfileSummary) => void): void {
  const queries = useQueryClient();
  const like = useSyncExternalStore(subscribeKeptLike, readKeptLike, () => null);
  const look = useEffectEvent(() => {
    if (!like || isBusy()) return;
    const { data: likes, dataUpdatedAt = 0 } = queries.getQueryState(likesQuery.queryKey) ?? {};
    // Older lists may not have the like yet; newer ones are being fetched.
    if (likes && dataUpdatedAt < like.at) return;
    keepLike(null);
    if (isStillNew(likes, like.profile.id)) tell(like.profile);
  });
  useEffect(() => {
    if (!like || !mayTell) return undefined;
    const timer = setInterval(() => look(), lookEveryMs);
    return () => clearInterval(timer);
  }, [like, mayTell]);
}

function findNewLike(likes: readonly (ProfileSummary & { like_new: boolean })[] | undefined): ProfileSummary | null {
  return likes?.find((like) => like.like_new) ?? null;
}

function useInArea(): boolean {
  const name = useRouteName();
  return name !== undefined && getRoute(name).membersArea === true;
}

function useRegularQuestion(inArea: boolean, ask: () => void): void {
  const put = useEffectEvent(ask);
  useEffect(() => {
    if (!inArea) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const plan = (): void => {
      timer = setTimeout(
        () => {
          put();
          plan();
        },
        Math.max(1_000, waitMs(Date.now(), lastAsked, false)),
      );
    };
    plan();
    return () => clearTimeout(timer);
  }, [inArea]);
}

function useQuestionOnArrival(inArea: boolean, ask: () => void): void {
  const { data: likes } = useQuery({ ...likesQuery, enabled: false });
  const known = useRef<Set<string> | null>(null);
  const put = useEffectEvent(ask);
  useEffect(() => {
    if (!likes) return undefined;
    const fresh = arrivals(known.current, likes.liked_by);
    // Senders of new likes that are not loaded are known, too: their likes did not arrive just now.
    known.current = new Set([...likes.liked_by.map((like) => like.id), ...likes.new]);
    if (fresh.length === 0 || !inArea) return undefined;
    const timer = setTimeout(() => put(), waitMs(Date.now(), lastAsked, true));
    return () => clearTimeout(timer);
  }, [likes, inArea]);
}

/** Asks once the delay is over and nothing is in the way; until then, `t` stays in the URL. */
function useQuestionByAddress(loggedIn: boolean, mayTell: () => boolean, ask: () => void): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const [query] = useSearchParams();
  const delay = loggedIn ? readDelay(query) : null;
  const put = useEffectEvent((): boolean => {
    if (!isStillHere({ pathname, search }) || !mayTell()) return false;
    ask();
    void navigate({ pathname, search: withoutDelay(query), hash }, { replace: true, preventScrollReset: true });
    return true;
  });
  useEffect(() => {
    if (delay === null) return undefined;
    const look = (): void => {
      if (!put()) timer = setTimeout(look, lookEveryMs);
    };
    let timer = setTimeout(look, delay);
    return () => clearTimeout(timer);
  }, [delay]);
}
