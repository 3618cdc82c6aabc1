import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, Suspense, lazy, useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';

import type { ProfileSummary } from '../../contract/members.ts';
import { call } from '../call.ts';
import { errorText } from '../errors.ts';
import { changeMember, profileQuery } from '../members/members-queries.ts';
import { likesQuery } from '../queries.ts';
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
    else likeBack(id);
  };
  return (
    <Suspense fallback={null}>
      <NewLikeModal profile={profile} onImagePressed={open} onButtonPressed={press} onClose={close} />
    </Suspense>
  );
}

/** Gives the like back, which makes a match, and goes to it. */
function useLikeBack(): (id: string) => void {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const like = useMutation({
    mutationFn: (id: string) => call('addLike', { profile: id }),
    onSuccess: ({ match }, id) => {
      changeMember(queries, id, { liked: true, match });
      queries.removeQueries({ queryKey: profileQuery(id).queryKey });
      void queries.invalidateQueries({ queryKey: likesQuery.queryKey });
      void navigate(match ? pathTo('likes-m-id', { id }) : pathTo('members-id', { id }));
    },
    onError: (error) => showToast({ tone: 'danger', children: errorText(say, error) }),
  });
  return (id) => like.mutate(id);
}
