import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { CallError } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { newKey } from '../platform/idempotency-key.ts';
import { useSay } from '../platform/sentences.tsx';
import { useAskBeforeLeaving } from '../shell/use-ask-before-leaving.ts';
import { keepOwnPhotos } from './own-photos.ts';
import { findFileFault, faultText } from './photo-rules.ts';
import { uploadForm } from './upload-form.ts';

/** An upload: waiting or being sent while `error` is null, failed otherwise. */
export interface Upload {
  key: string;
  file: File;
  /** An object URL of the file. */
  preview: string;
  /** The fraction that has been sent, 0 to 1. */
  part: number;
  error: string | null;
  /** Whether a retry may help: not if the picture itself was refused. */
  mayRetry: boolean;
}

export interface Uploads {
  uploads: Upload[];
  add: (files: readonly File[]) => void;
  /** Stops an upload, or removes a failed one. */
  dismiss: (key: string) => void;
  retry: (key: string) => void;
}

/** True for a lost or slow connection or a busy server; false for a refusal. */
function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.status >= 500 || [408, 429].includes(error.status);
}

/** Uploads to the member's profile, one after the other, each with its progress or its error. */
export function usePhotoUploads(): Uploads {
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
      const answer = await uploadForm(
        'addPhoto',
        { photo: file },
        { onProgress: (part) => change(key, { part }), signal: stop.signal },
      );
      keepOwnPhotos(queries, answer.photos);
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
    add: (files) => {
      const fresh = files.map(toUpload);
      setUploads((list) => [...list, ...fresh]);
      for (const upload of fresh) if (upload.error === null) enqueue(upload);
    },
    dismiss: (key) => {
      stops.current.get(key)?.abort();
      drop(key);
    },
    retry: (key) => {
      const upload = uploads.find((one) => one.key === key);
      if (!upload) return;
      change(key, { error: null, part: 0 });
      enqueue(upload);
    },
  };
}
