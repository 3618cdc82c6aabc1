/** The path to which other apps post shared content (the manifest's `share_target`). */
export const sharePath = '/shared';

/**
 * The path to which the service worker redirects after a post. The worker cannot see the origin of the post. The server
 * can, by the headers of this navigation, and its response tells the worker whether the post came from another site.
 */
export const receivedPath = '/shared/received';
