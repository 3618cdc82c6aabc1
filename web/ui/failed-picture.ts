import { useState } from 'react';

const retries = new Set<() => void>();

/** Retries failed pictures once the server is reachable again. */
export function retryPictures(): void {
  for (const retry of retries) retry();
  retries.clear();
}

if (typeof window !== 'undefined') window.addEventListener('online', retryPictures);

/**
 * Tells whether a picture failed to load. It is tried again when the address changes, on reconnection and by
 * `retryPictures`.
 */
export function useFailedPicture(src: string | undefined): {
  failed: boolean;
  onError: () => void;
  ref: (image: HTMLImageElement | null) => void;
} {
  const [failedSrc, setFailedSrc] = useState<string>();
  const onError = (): void => {
    setFailedSrc(src);
    retries.add(() => setFailedSrc(undefined));
  };
  return {
    failed: src !== undefined && failedSrc === src,
    onError,
    // A picture in the server's page may have failed before this code could listen.
    ref: (image) => {
      if (image?.complete === true && image.naturalWidth === 0) onError();
    },
  };
}
