import { type RefCallback, useCallback, useEffect, useState } from 'react';

const retries = new Set<() => void>();

/** Loads pictures again that failed: the server can be reached again. */
export function retryPictures(): void {
  for (const retry of retries) retry();
}

/**
 * Whether a picture could not be loaded, so that something else stands in its place. It is tried again under a new
 * address, when the network is back, and with `retryPictures`.
 */
export function useFailedPicture(src: string | undefined): {
  failed: boolean;
  onError: () => void;
  ref: RefCallback<HTMLImageElement>;
} {
  const [failedSrc, setFailedSrc] = useState<string>();
  const failed = src !== undefined && failedSrc === src;
  const onError = useCallback(() => setFailedSrc(src), [src]);
  useEffect(() => {
    if (!failed) return undefined;
    const retry = (): void => setFailedSrc(undefined);
    retries.add(retry);
    window.addEventListener('online', retry);
    return () => {
      retries.delete(retry);
      window.removeEventListener('online', retry);
    };
  }, [failed]);
  // A picture of the server's page may have failed before this code could hear of it.
  const ref = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete === true && image.naturalWidth === 0) onError();
    },
    [onError],
  );
  return { failed, onError, ref };
}
