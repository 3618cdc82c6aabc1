import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { useFictionalShort, useFictionalWord } from '../platform/fictional-label.tsx';
import { settingsQuery, userQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { useIsHydrated } from '../platform/hydrated.ts';
import { FictionalMark } from '../ui/fictional-mark.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { LikeDisc } from '../ui/like-disc.tsx';
import { PhotoCaption } from '../ui/photo-caption.tsx';
import { PhotoPlaceholder } from '../ui/photo-placeholder.tsx';
import { Photo } from '../ui/photo.tsx';
import { buildCaption } from './build-caption.ts';
import { cardPicture } from './card-picture.ts';
import type { Origin } from './origin.ts';
import { useLike } from './use-like.ts';

const CardMenu = lazyPart(async () => ({ default: (await import('./card-menu.tsx')).CardMenu }));

export interface MemberCardProps {
  member: ProfileSummary;
  /** Replaces the link to the profile. */
  to?: string;
  /** The list's own mark, before the fictional one. */
  mark?: ReactNode;
  /** Among the first on the page: the picture loads at once. */
  eager?: boolean;
  /** The width of the card, as the `sizes` of its picture. */
  sizes?: string;
}

/** The values that all cards of a list share, looked up once. */
export interface CardContext {
  cdn: string;
  /** The viewer's id. */
  own: string | undefined;
  /** The page to which the profile leads back. */
  origin: Origin;
  /** The site's word for a fictional profile. */
  fictionalWord: string;
  /** The short form of that word, for one line on a narrow card. */
  fictionalShort: string | undefined;
  like: (member: ProfileSummary) => void;
  /** The page is hydrated, so menus can be loaded. */
  hydrated: boolean;
}

/** Returns the context of a list's cards. `search` is the list's search, in the form of its address. */
export function useCardContext(search?: string): CardContext {
  const like = useLike();
  const { pathname, search: query } = useLocation();
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const origin: Origin = { from: pathname + query, ...(search !== undefined && { search }) };
  return {
    cdn: settings?.cdn_prefix ?? '',
    own: user?.id,
    origin,
    fictionalWord: useFictionalWord(),
    fictionalShort: useFictionalShort(),
    like,
    hydrated: useIsHydrated(),
  };
}

/** A member in a grid: picture, name, age, place, online state and like button. Needs the sentences of `members`. */
export function MemberCard(props: MemberCardProps): ReactElement {
  return <ListedMemberCard {...props} context={useCardContext()} />;
}

interface ListedMemberCardProps extends MemberCardProps {
  context: CardContext;
  /** The site suggests the member unasked, so the card offers to hide them. */
  suggested?: boolean;
}

/** A member's card in a list that looks up the context once. */
export function ListedMemberCard({
  member,
  to,
  mark,
  eager,
  sizes,
  context,
  suggested = false,
}: ListedMemberCardProps): ReactElement {
  const say = useSay();
  const { id, name, main_image: image, main_blurred: blurred, liked, fictional } = member;
  const { cdn, own, origin, fictionalWord, fictionalShort, like, hydrated } = context;
  return (
    <Photo
      to={to ?? pathTo('members-id', { id })}
      linkState={to === undefined ? origin : undefined}
      placeholder={<PhotoPlaceholder name={name} />}
      eager={eager}
      caption={<PhotoCaption {...buildCaption(say, member)} />}
      mark={
        fictional || mark !== undefined ? (
          <span className="flex flex-wrap items-start gap-1.5">
            {mark}
            {fictional && <FictionalMark short={fictionalShort}>{fictionalWord}</FictionalMark>}
          </span>
        ) : undefined
      }
      action={
        own === id ? undefined : (
          <span className="grid gap-1.5">
            <LikeDisc given={liked} label={say('members.like-name', { name })} onClick={() => like(member)} />
            {suggested && hydrated && own !== undefined && (
              <Suspense fallback={null}>
                <CardMenu member={member} />
              </Suspense>
            )}
          </span>
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
