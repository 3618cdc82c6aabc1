import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { OwnPhoto } from '../../contract/members/operations.ts';
import { moveTo } from '../../contract/photos/photo-rules.ts';
import { CallError, call } from '../platform/calls/call.ts';
import { newKey } from '../platform/calls/idempotency-key.ts';
import { errorText } from '../platform/calls/errors.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { useAskBeforeLeaving } from '../platform/pages/leaving.ts';
import { showToast } from '../ui/toast.ts';
import { faultText, findFileFault, renumber } from './photo-rules.ts';
import { uploadForm } from './upload-form.ts';

export interface Upload {
  key: string;
  file: File;
  preview: string;
  /** The fraction that has been sent, 0 to 1. */
  part: number;
  error: string | null;
  /** Whether a retry may help: not if the picture itself was refused. */
  mayRetry: boolean;
}

function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.status >= 500 || [408, 429].includes(error.status);
}

/** Uploads to the member's profile, one after the other, each with its progress or its error. */
export function usePhotoUploads() {
  const say = useSay();
  const queries = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const line = useRef<Promise<void>>(Promise.resolve());
  const stops = useRef(new Map<string, AbortController>());
  useAskBeforeLeaving(uploads.some(({ error }) => error === null));

  const change = (key: string, part: Partial<Upload>): void =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: string): void => setUploads((list) => list.filter((one) => one.key !== key));

  const send = async ({ key, file }: Upload): Promise<void> => {
    const stop = stops.current.get(key);
    if (!stop || stop.signal.aborted) return;
    try {
      const { photos: kept } = await uploadForm(
        'addPhoto',
        { photo: file },
        { onProgress: (part) => change(key, { part }), signal: stop.signal },
      );
      keepOwnPhotos(queries, kept);
      drop(key);
    } catch (error) {
      if (!stop.signal.aborted) change(key, { error: errorText(say, error), mayRetry: isPassing(error) });
    }
  };
  const enqueue = (upload: Upload): void => {
    stops.current.set(upload.key, new AbortController());
    line.current = line.current.then(() => send(upload));
  };
  const toUpload = (file: File): Upload => {
    const fault = findFileFault(file);
    const error = fault && faultText(say, fault);
    return { key: newKey(), file, preview: URL.createObjectURL(file), part: 0, error, mayRetry: false };
  };

  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  return {
    uploads,
    add: (files: readonly File[]) => {
      const fresh = files.map(toUpload);
      setUploads((list) => [...list, ...fresh]);
      for (const upload of fresh) if (upload.error === null) enqueue(upload);
    },
    /** Stops an upload, or removes a failed one. */
    dismiss: (key: string) => {
      stops.current.get(key)?.abort();
      drop(key);
    },
    retry: (key: string) => {
      const upload = uploads.find((one) => one.key === key);
      if (!upload) return;
      change(key, { error: null, part: 0 });
      enqueue(upload);
    },
  };
}

function keepOwnPhotos(queries: QueryClient, photos: OwnPhoto[]): void {
  const main = photos.find(({ main: isMain, image }) => isMain && image.status !== 'rejected')?.image ?? null;
  queries.setQueryData(
    userQuery.queryKey,
    (user) => user && { ...user, profile: { ...user.profile, photos, main_image: main } },
  );
}

export type OwnPhotos = ReturnType<typeof useOwnPhotos>;

export function useOwnPhotos() {
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
    mutationFn: ({ id, place }: { id: PhotoId; place: number }) => call('movePhoto', { id, position: place }),
    onMutate: ({ id, place }) => {
      const photo = photos.find((one) => one.id === id);
      if (photo) keepOwnPhotos(queries, renumber(moveTo(photos, photo, place), max));
    },
    onSuccess: ({ photos: kept }) => keepOwnPhotos(queries, kept),
    onError: fail,
    // Two quick moves are sent one after the other, so that the last one wins.
    scope: { id: 'own-photos' },
  });
  const removal = useMutation({
    mutationFn: (id: PhotoId) => call('deletePhoto', { id }),
    onSuccess: ({ photos: kept }) => keepOwnPhotos(queries, kept),
    onError: fail,
    scope: { id: 'own-photos' },
  });
  return {
    photos,
    max,
    paid: user?.paid_user ?? false,
    /** Moves a photo to a position from 0; shown at once, and undone if the server refuses. */
    move: (id: PhotoId, place: number) => moving.mutate({ id, place }),
    remove: async (id: PhotoId) => {
      await removal.mutateAsync(id).catch(() => undefined);
    },
    removing: removal.isPending,
  };
}
