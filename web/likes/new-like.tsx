import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { likesReloadAfterAutoLikeMs } from '../../contract/likes/limits.ts';
import type { Profile, ProfileSummary } from '../../contract/members/operations.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { likesQuery } from '../cache/list-pages.ts';
import { matches, queueMatch, removeMatch } from '../live/matches.ts';
import { profileQuery } from '../members/members-queries.ts';
import { call } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { FictionalLabel } from '../platform/fictional-label.tsx';
import { isStillHere } from '../platform/pages/page.ts';
import { keys, userQuery } from '../platform/calls/queries.ts';
import { type RouteName, pathTo, routeTable } from '../platform/pages/route-table.ts';
import { loadSentences, useLanguage, useSay } from '../platform/sentences/sentences.tsx';
import { createStore } from '../platform/store.ts';
import { useRouteName } from '../platform/pages/use-route-name.ts';
import { latePart } from '../ui/lazy-part.ts';
import { showToast } from '../ui/toast.ts';
import { isBusy } from './is-busy.ts';

const MatchMoment = latePart(async () => ({ default: (await import('./announcements.tsx')).MatchMoment }));
const NewLikeModal = latePart(async () => ({ default: (await import('./announcements.tsx')).NewLikeModal }));

/** Announces a match or a new like: on the full screen, or as a toast for a match that would be in the way. */
export function NewLike(): ReactElement | null {
  const navigate = useNavigate();
  const { profile, close } = useNewLike();
  const likeBack = useLikeBack();
  const { match, close: closeMatch } = useMatch(useTellMatch());
  const open = (id: MemberId): void => void navigate(pathTo('members-id', { id }));
  if (match) {
    const onOpen = (): void => {
      closeMatch();
      open(match.id);
    };
    return <MatchMoment profile={match} onOpen={onOpen} onClose={closeMatch} />;
  }
  if (!profile) return null;
  const onImagePressed = (): void => {
    close();
    open(profile.id);
  };
  const onButtonPressed = (): void => {
    close();
    likeBack(profile);
  };
  return <NewLikeModal {...{ profile, onImagePressed, onButtonPressed }} onClose={close} />;
}

function useTellMatch(): (member: ProfileSummary) => void {
  const say = useSay();
  const navigate = useNavigate();
  return ({ id, name, fictional }) =>
    showToast({
      id: `match-${id}`,
      tone: 'lit',
      title: say('members.match-toast', { name }),
      ...(fictional && { mark: <FictionalLabel ground="sunken" /> }),
      action: { label: say('members.match-open'), onPress: () => void navigate(pathTo('likes-m-id', { id })) },
    });
}

function useLikeBack(): (member: ProfileSummary) => void {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const like = useMutation({
    mutationFn: ({ id }: ProfileSummary) => call('addLike', { profile: id }),
    onSuccess: ({ match }, member) => {
      const { id } = member;
      const profile = { ...member, liked: true };
      applyToCaches(queries, { type: 'like-given', id, profile });
      if (match) {
        applyToCaches(queries, { type: 'match', profile });
        return queueMatch(profile);
      }
      // The profile opens next: fetching it tells the server that the like has been seen.
      queries.removeQueries({ queryKey: keys.profile(id) });
      return void navigate(pathTo('members-id', { id }));
    },
    onError: (error) => showToast({ tone: 'danger', children: errorText(say, error) }),
  });
  return like.mutate;
}

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
 * Shows a match, or gives it to `tell` if it would be in the way. Fetching the profile tells the server that the like
 * was seen.
 */
function useMatch(tell: (member: ProfileSummary) => void): { match: Profile | null; close: () => void } {
  const queries = useQueryClient();
  const language = useLanguage();
  const name = useRouteName();
  const waiting = matches.useValue(([first]) => first);
  const visible = useSyncExternalStore(
    subscribeVisible,
    () => document.visibilityState === 'visible',
    () => false,
  );
  const [match, setMatch] = useState<Profile | null>(null);
  const isInWay = useEffectEvent(() => (name !== undefined && quietPages.includes(name)) || isBusy());

  const show = useEffectEvent(async (member: ProfileSummary) => {
    removeMatch(member.id);
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

/** When this browser last asked. Like the limit of once a minute, it outlives the layout. */
let lastAsked: number | null = null;

/** Asks for new likes (specification, sections 4 and 7; `t` is a delay in the URL). A like waits for open dialogs. */
function useNewLike(): { profile: ProfileSummary | null; close: () => void } {
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

  const mayTell = (): boolean => profile === null && !keptLike.read() && !isBusy();
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
    else keptLike.set({ profile: found, at });
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
  const like = keptLike.useValue((kept) => kept);
  const look = useEffectEvent(() => {
    if (!like || isBusy()) return;
    const { data: likes, dataUpdatedAt = 0 } = queries.getQueryState(likesQuery.queryKey) ?? {};
    // Older lists may not have the like yet; newer ones are being fetched.
    if (likes && dataUpdatedAt < like.at) return;
    keptLike.set(null);
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
  return name !== undefined && routeTable[name].membersArea === true;
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
    // Senders of new likes that are not loaded are also known: their likes did not arrive just now.
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

/** A like to announce later. It outlives the layout that requested it, as the server does not return it again. */
const keptLike = createStore<{ profile: ProfileSummary; at: number } | null>(null);

/** Time from entering the members area to the first query for a like that was not shown yet, in milliseconds. */
export const firstAskMs = 6_000;
/** Minimum time between two queries, in milliseconds. */
export const askEveryMs = 60_000;
/** Minimum time between the last query and one that is made because a like has just arrived, in milliseconds. */
export const askAfterLiveMs = 5_000;

const delayMaxSeconds = 3_600;

/** Returns the delay of the query parameter `t` in milliseconds (specification, section 4); null without one. */
export function readDelay(query: URLSearchParams): number | null {
  const text = query.get('t');
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  return Math.min(Number(text), delayMaxSeconds) * 1_000;
}

/** Returns the query without `t`, to be put back into the URL. */
export function withoutDelay(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('t');
  return rest.toString();
}

/** Returns the milliseconds until the next query may be made. `arrived`: a like has just arrived. */
export function waitMs(now: number, askedAt: number | null, arrived: boolean): number {
  const pause = arrived ? askAfterLiveMs : askEveryMs;
  if (askedAt === null) return arrived ? 0 : firstAskMs;
  return Math.max(0, askedAt + pause - now);
}

/** Returns the senders of new likes who were not known at the last check; none before the first check. */
export function arrivals(
  known: ReadonlySet<string> | null,
  likes: readonly { id: MemberId; like_new: boolean }[],
): string[] {
  if (known === null) return [];
  return likes.filter((like) => like.like_new && !known.has(like.id)).map((like) => like.id);
}

/** How often to check whether a kept like can be announced, in milliseconds. */
const lookEveryMs = 1_000;

/** True if a kept like is still news: it was not seen, returned or taken back meanwhile. */
export function isStillNew(
  likes:
    | { liked_by: readonly { id: MemberId; like_new: boolean; liked: boolean }[]; new: readonly string[] }
    | undefined,
  id: MemberId,
): boolean {
  if (!likes || likes.new.includes(id)) return true;
  return likes.liked_by.some((like) => like.id === id && like.like_new && !like.liked);
}
