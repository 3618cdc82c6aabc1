import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { moveTo } from '../../contract/photos/photo-rules.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { userQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { showToast } from '../ui/toast.ts';
import { renumbered } from './photo-rules.ts';

/** Puts the member's photos into the cache, and the main one as their main picture. */
export function keepOwnPhotos(queries: QueryClient, photos: OwnPhoto[]): void {
  const main = photos.find(({ main, image }) => main && image.status !== 'rejected')?.image ?? null;
  queries.setQueryData(
    userQuery.queryKey,
    (user) => user && { ...user, profile: { ...user.profile, photos, main_image: main } },
  );
}

export interface OwnPhotos {
  photos: OwnPhoto[];
  /** How many photos the member may show. */
  max: number;
  paid: boolean;
  /** Moves a photo to a position from 0; shown at once, and undone if the server refuses. */
  move: (id: string, place: number) => void;
  remove: (id: string) => Promise<void>;
  removing: boolean;
}

/** The member's photos, and how to move and delete them. */
export function useOwnPhotos(): OwnPhotos {
  const say = useSay();
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const photos = user?.profile.photos ?? [];
  const max = user?.profile.photos_max ?? 0;
  const fail = (error: unknown): void => {
    showToast({ tone: 'danger', children: errorText(say, error) });
    void queries.invalidateQueries({ queryKey: userQuery.queryKey });
  };
  const moving = useMutation({
    mutationFn: ({ id, place }: { id: string; place: number }) => call('movePhoto', { id, position: place }),
    onMutate: ({ id, place }) => {
      const photo = photos.find((one) => one.id === id);
      if (photo) keepOwnPhotos(queries, renumbered(moveTo(photos, photo, place), max));
    },
    onSuccess: (answer) => keepOwnPhotos(queries, answer.photos),
    onError: fail,
    // Two quick moves are sent one after the other, so that the last one wins.
    scope: { id: 'own-photos' },
  });
  const removal = useMutation({
    mutationFn: (id: string) => call('deletePhoto', { id }),
    onSuccess: (answer) => keepOwnPhotos(queries, answer.photos),
    onError: fail,
    scope: { id: 'own-photos' },
  });
  return {
    photos,
    max,
    paid: user?.paid_user ?? false,
    move: (id, place) => moving.mutate({ id, place }),
    remove: async (id) => {
      await removal.mutateAsync(id).catch(() => undefined);
    },
    removing: removal.isPending,
  };
}
