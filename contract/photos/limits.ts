export const freePhotosMax = 3;
export const premiumPhotosMax = 25;
export const photoMaxMegabytes = 20;
export const photoMaxBytes = photoMaxMegabytes * 1024 * 1024;
export const photoMaxPixels = 50_000_000;
/** The most pixels of a JPEG, which is shrunk while it is read: phones take photos of 64, 108 and 200 megapixels. */
export const photoMaxShrunkPixels = 202_000_000;
/** The most pixels of an interlaced PNG, which is decoded whole without a chance to stop: 49 megapixels took 13 s. */
export const photoMaxInterlacedPixels = 12_000_000;
export const photoLinkLifetimeMinutes = 60;
