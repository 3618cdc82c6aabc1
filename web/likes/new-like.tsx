import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, Suspense } from 'react';
import { useNavigate } from 'react-router';

import type { ProfileSummary } from '../../contract/members/operations.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { keys } from '../platform/query-keys.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { FictionalLabel } from '../platform/fictional-label.tsx';
import { queueMatch } from '../live/matches.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { showToast } from '../ui/toast.ts';
import { useMatch } from './use-match.ts';
import { useNewLike } from './use-new-like.ts';

const MatchMoment = lazyPart(async () => ({ default: (await import('./match-moment.tsx')).MatchMoment }));
const NewLikeModal = lazyPart(async () => ({ default: (await import('./new-like-modal.tsx')).NewLikeModal }));

/** Announces a match or a new like: on the full screen, or as a toast for a match that would be in the way. */
export function NewLike(): ReactElement | null {
  const navigate = useNavigate();
  const { profile, close } = useNewLike();
  const likeBack = useLikeBack();
  const open = (id: string): void => {
    close();
    void navigate(pathTo('members-id', { id }));
  };
  const tellMatch = useTellMatch();
  const { match, close: closeMatch } = useMatch(tellMatch);
  if (match)
    return (
      <Suspense fallback={null}>
        <MatchMoment
          profile={match}
          onOpen={() => {
            closeMatch();
            void navigate(pathTo('members-id', { id: match.id }));
          }}
          onClose={closeMatch}
        />
      </Suspense>
    );
  if (!profile) return null;
  const press = (): void => {
    close();
    likeBack(profile);
  };
  return (
    <Suspense fallback={null}>
      <NewLikeModal profile={profile} onImagePressed={open} onButtonPressed={press} onClose={close} />
    </Suspense>
  );
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

/** Returns the like, which makes a match. */
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
  return (member) => like.mutate(member);
}
