/** Where the manifest lets other apps post what their users share with this one. */
export const sharePath = '/shared';

/**
 * Where the service worker sends the browser after a post. The worker cannot see who made the post. The server can, by the
 * headers of this navigation, and its answer tells the worker whether a page of another site did.
 */
export const receivedPath = '/shared/received';
