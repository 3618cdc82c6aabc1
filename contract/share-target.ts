/** Where the manifest lets other apps post what their users share with this one. */
export const sharePath = '/shared';

/**
 * Where the service worker sends the browser on from a post whose sender it cannot tell. The headers of that navigation say
 * to the server alone whether a page of another site made it, and its answer says it to the worker.
 */
export const receivedPath = '/shared/received';
