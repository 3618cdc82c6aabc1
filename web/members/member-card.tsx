import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';

import type { Image, ProfileSummary } from '../../contract/members/operations.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { likesQuery } from '../cache/list-pages.ts';
import { queueMatch } from '../live/matches.ts';
import { call } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { useFictionalShort, useFictionalWord } from '../platform/fictional-label.tsx';
import { useIsHydrated } from '../platform/pages/hydrated.ts';
import { keys, settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { FictionalMark } from '../ui/fictional-mark.tsx';
import { Heart, Icon } from '../ui/icon.tsx';
import { latePart } from '../ui/lazy-part.ts';
import { useLoadAhead } from '../ui/load-ahead.ts';
import { Photo, PhotoCaption } from '../ui/photo.tsx';
import { PhotoPlaceholder } from '../ui/photo-placeholder.tsx';
import { showToast, undoSeconds } from '../ui/toast.ts';
import { buildCaption, usePlaceWords } from './build-caption.ts';
import type { Origin } from './origin.ts';
import { useJoin } from './use-join.ts';

export const EndMatchQuestion = latePart(async () => ({
  default: (await import('./end-match-question.tsx')).EndMatchQuestion,
}));
const CardMenu = latePart(async () => ({ default: (await import('./hide-item.tsx')).CardMenu }));
// Module state, one per page: it is loaded while the page is idle, and a tap may not wait for it.
let fly: ((link: Element) => void) | undefined;
const flight = { load: async () => void ({ flyToProfile: fly } = await import('./photo-flight.ts')) };

export interface MemberCardProps {
  member: ProfileSummary;
  to?: string;
  mark?: ReactNode;
  eager?: boolean;
  sizes?: string;
  /** False if the list has an action in words below the card. */
  hasHeart?: boolean;
}

/** Looks up once the values that all cards of a list share. `search` is the list's search, as in its address. */
export function useCardContext(search?: string) {
  const like = useLike();
  useLoadAhead(flight);
  const { pathname, search: query } = useLocation();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const origin: Origin = { from: pathname + query, ...(search !== undefined && { search }) };
  return {
    cdn: settings?.cdn_prefix ?? '',
    own: user?.id,
    words: usePlaceWords(),
    origin,
    fictionalWord: useFictionalWord(),
    fictionalShort: useFictionalShort(),
    like,
    hydrated: useIsHydrated(),
    queries: useQueryClient(),
  };
}

/** Needs the sentences of `members`. */
export function MemberCard(props: MemberCardProps): ReactElement {
  return <ListedMemberCard {...props} context={useCardContext()} />;
}

interface ListedMemberCardProps extends MemberCardProps {
  context: ReturnType<typeof useCardContext>;
  /** The site suggests the member unasked, so the card offers to hide them. */
  suggested?: boolean;
}

export function ListedMemberCard({
  member,
  to,
  mark,
  eager,
  sizes,
  hasHeart = true,
  context,
  suggested = false,
}: ListedMemberCardProps): ReactElement {
  const say = useSay();
  const { id, name, main_image: image, main_blurred: blurred, liked, fictional } = member;
  const { cdn, own, words, origin, fictionalWord, fictionalShort, like, hydrated, queries } = context;
  const [ends, setEnds] = useState(false);
  return (
    <Photo
      to={to ?? pathTo('members-id', { id })}
      linkState={origin}
      onClick={({ currentTarget }) => {
        queries.setQueryData(keys.card(id), member);
        fly?.(currentTarget);
      }}
      placeholder={<PhotoPlaceholder name={name} />}
      eager={eager}
      caption={<PhotoCaption {...buildCaption(words, member)} />}
      mark={
        fictional || mark !== undefined ? (
          <span className="flex flex-wrap items-start gap-1.5">
            {mark}
            {fictional && <FictionalMark short={fictionalShort}>{fictionalWord}</FictionalMark>}
          </span>
        ) : undefined
      }
      action={suggested && hydrated && own !== undefined && own !== id ? <CardMenu member={member} /> : undefined}
      foot={
        own === id || !hasHeart ? undefined : (
          <>
            <LikeDisc
              given={liked}
              label={say('members.like-name', { name })}
              onClick={() => like(member, () => setEnds(true))}
            />
            {ends && <EndMatchQuestion name={name} onEnd={() => like(member)} onClose={() => setEnds(false)} />}
          </>
        )
      }
      {...(blurred !== null && { src: cdn + blurred, locked: true })}
      {...(image && {
        ...cardPicture(cdn, image),
        ...(sizes !== undefined && { sizes }),
      })}
    />
  );
}

interface Liking {
  member: ProfileSummary & { match?: boolean };
  /** Called instead if the like would be taken back from a match, so that the caller can ask first. */
  onMatch?: () => void;
  isUndo?: boolean;
}

/**
 * Likes a member or takes the like back, shown at once; a like that was taken back can be given again for some seconds.
 * Asks visitors to join. Needs the sentences of `members`.
 */
export function useLike(): (member: Liking['member'], onMatch?: () => void) => void {
  const say = useSay();
  const queries = useQueryClient();
  const join = useJoin();
  const { data: user } = useQuery(userQuery);

  const show = (member: ProfileSummary, liked: boolean): void =>
    applyToCaches(queries, { type: 'like-given', id: member.id, profile: liked ? { ...member, liked } : null });
  const like = useMutation({
    mutationFn: async ({ member: { id, liked }, onMatch }: Liking) => {
      if (liked)
        return { match: false, ...(await call('removeLike', { profile: id, keep_match: onMatch !== undefined })) };
      return call('addLike', { profile: id });
    },
    onMutate: ({ member }) => show(member, !member.liked),
    onSuccess: ({ liked, match }, { member, onMatch, isUndo }) => {
      const profile = { ...member, liked: true };
      if (match) applyToCaches(queries, { type: 'match', profile });
      if (match && !isUndo) queueMatch(profile);
      if (!member.liked) return;
      if (liked) {
        show(member, true);
        onMatch?.();
      } else offerUndo(member);
    },
    onError: (error, { member }) => {
      show(member, member.liked);
      // Only the server knows the like's position in lists that are not fully loaded.
      void queries.invalidateQueries({ queryKey: likesQuery.queryKey });
      showToast({ tone: 'danger', children: errorText(say, error) });
    },
  });
  const offerUndo = (member: Liking['member']): void =>
    showToast({
      id: `unlike-${member.id}`,
      seconds: undoSeconds,
      children: say('members.unliked', { name: member.name }),
      action: {
        label: say('common.undo'),
        onPress: () => like.mutate({ member: { ...member, liked: false }, isUndo: true }),
      },
    });
  return (member, onMatch) => {
    if (!user) return join.ask();
    const matches = queries.getQueryData(likesQuery.queryKey)?.matches ?? [];
    const isMatch = member.liked && (member.match ?? matches.some(({ id }) => id === member.id));
    if (isMatch && onMatch) return onMatch();
    like.mutate({ member, ...(onMatch && { onMatch }) });
  };
}

export function cardPicture(
  prefix: string,
  { thumb_filename: thumb, match }: Pick<Image, 'thumb_filename' | 'match'>,
): { src: string; srcSet: string; sizes: string } {
  return {
    src: prefix + thumb,
    srcSet: `${prefix}${thumb} 320w, ${prefix}${match} 640w`,
    sizes: '(min-width: 75rem) 200px, (min-width: 62rem) 23vw, (min-width: 36rem) 31vw, 46vw',
  };
}

function LikeDisc({ given, label, onClick }: { given: boolean; label: string; onClick: () => void }): ReactElement {
  return (
    <button type="button" onClick={onClick} aria-label={label} aria-pressed={given} className="reach like-disc">
      <Icon of={Heart} size={given ? 'sm' : 'md'} filled={given} />
    </button>
  );
}
