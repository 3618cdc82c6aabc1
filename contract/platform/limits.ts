/**
 * Timeouts for networks that accept everything and return nothing; even a loaded server responds sooner. `sendWaitMs`:
 * sending a message, which is then retried under its key. `uploadStallMs`: an upload without progress; the server waits
 * no longer for the rest either. `uploadWaitMs`: a whole upload whose progress is unknown. `pageWaitMs`: the response
 * headers of a page that the browser could show from its cache.
 */
export const sendWaitMs = 30_000;
export const uploadStallMs = 60_000;
export const uploadWaitMs = uploadStallMs + sendWaitMs;
export const pageWaitMs = 8_000;
export const localeCookieName = 'i18n_redirected';
export const localeCookieDays = 365;
export const countryCookieName = 'country';
export const readRetriesMax = 5;
/** Upper bound for counting unread conversations and new likes beyond the first page. */
export const countedBeyondPageMax = 1_000;
export const idempotencyDays = 8;
