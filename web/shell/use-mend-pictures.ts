import { useEffect } from 'react';

/** Loads pictures again that failed while there was no connection. */
export function useMendPictures(): void {
  useEffect(() => {
    addEventListener('online', mendPictures);
    return () => removeEventListener('online', mendPictures);
  }, []);
}

function mendPictures(): void {
  for (const image of document.images) {
    if (!image.complete || image.naturalWidth > 0 || image.currentSrc === '') continue;
    const { src, srcset } = image;
    // A picture of the same address is loaded again only if the address is set again.
    image.removeAttribute('srcset');
    image.src = src;
    if (srcset !== '') image.srcset = srcset;
  }
}
