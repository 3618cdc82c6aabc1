import { useState } from 'react';

const retries = new Set<() => void>();

/** Loads pictures again that failed: the server can be reached again. */
export function retryPictures(): void {
  for (const retry of retries) retry();
  retries.clear();
}

if (typeof window !== 'undefined') window.addEventListener('online', retryPictures);

/**
 * Whether a picture could not be loaded, so that something else stands in its place. It is tried again under a new
 * address, when the network is back, and with `retryPictures`.
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
    // A picture of the server's page may have failed before this code could hear of it.
    ref: (image) => {
      if (image?.complete === true && image.naturalWidth === 0) onError();
    },
  };
}
