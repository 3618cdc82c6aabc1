/**
 * Timeouts for networks that accept everything and return nothing. `uploadStallMs`: no progress, also on the server.
 * `uploadWaitMs`: a whole upload of unknown progress. `pageWaitMs`: headers of a page that the browser may have cached.
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
/** Open sockets of one member on one node: tabs and devices. */
export const liveSocketsMax = 20;
export const liveFrameMaxBytes = 64 * 1024;
export const sessionDays = 30;
