/** The manifest's `share_target`. */
export const sharePath = '/shared';

/** The service worker redirects here after a post: only the server sees by headers whether another site posted it. */
export const receivedPath = '/shared/received';
