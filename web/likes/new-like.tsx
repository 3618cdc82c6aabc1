import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, Suspense, lazy, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import type { ProfileSummary } from '../../contract/members.ts';
import { applyToCaches } from '../cache/apply-to-caches.ts';
import { keys } from '../cache/query-keys.ts';
import { call } from '../call.ts';
import { errorText } from '../errors.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { showToast } from '../ui/toast.ts';
import { useNewLike } from './use-new-like.ts';

const NewLikeModal = lazy(async () => ({ default: (await import('./new-like-modal.tsx')).NewLikeModal }));

/** Announces a like that was not announced yet: full screen with a picture, as a toast without one. For the default layout. */
export function NewLike(): ReactElement | null {
  const say = useSay();
  const navigate = useNavigate();
  const { profile, close } = useNewLike();
  const likeBack = useLikeBack();
  const open = (id: string): void => {
    close();
    void navigate(pathTo('members-id', { id }));
  };
  const tell = useEffectEvent(({ id, name }: ProfileSummary) => {
    close();
    showToast({
      id: `like-${id}`,
      tone: 'lit',
      title: say('members.likes-you', { name }),
      action: { label: say('likes.see-profile'), onPress: () => open(id) },
    });
  });
  const withoutPhoto = profile && !profile.main_image ? profile : null;
  useEffect(() => {
    if (withoutPhoto) tell(withoutPhoto);
  }, [withoutPhoto]);
  if (!profile || withoutPhoto) return null;
  const press = (id: string): void => {
    close();
    if (profile.liked) void navigate(pathTo('members-id-chat', { id }));
    else likeBack(profile);
  };
  return (
    <Suspense fallback={null}>
      <NewLikeModal profile={profile} onImagePressed={open} onButtonPressed={press} onClose={close} />
    </Suspense>
  );
}

/** Gives the like back, which makes a match, and goes to it. */
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
      if (match) applyToCaches(queries, { type: 'match', profile });
      // The profile is opened next: fetching it tells the server that the like has been seen.
      queries.removeQueries({ queryKey: keys.profile(id) });
      void navigate(match ? pathTo('likes-m-id', { id }) : pathTo('members-id', { id }));
    },
    onError: (error) => showToast({ tone: 'danger', children: errorText(say, error) }),
  });
  return (member) => like.mutate(member);
}
