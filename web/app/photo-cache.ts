const prefix = 'tealight-photos-';

/** When the signature of a photo's address ends, in milliseconds since 1970. */
function endOf(url: string): number {
  return Number(new URL(url, location.origin).searchParams.get('e')) * 1_000;
}

/** Keeps photos for a member, those whose signature has not ended. */
export async function keepPhotos(member: string, paths: readonly string[]): Promise<void> {
  const cache = await caches.open(prefix + member);
  const now = Date.now();
  const stored = new Set<string>();
  for (const request of await cache.keys())
    if (endOf(request.url) <= now) await cache.delete(request);
    else stored.add(new URL(request.url).pathname);
  for (const path of paths)
    // Already in the browser's own cache, if it was shown. One that cannot be loaded is left out.
    if (endOf(path) > now && !stored.has(path.split('?')[0] ?? '')) await cache.add(path).catch(() => undefined);
}

/** A photo that was kept and whose signature has not ended, for the service worker. */
export async function findPhoto(url: string): Promise<Response | undefined> {
  if (endOf(url) <= Date.now()) return undefined;
  for (const name of await caches.keys())
    if (name.startsWith(prefix)) {
      const found = await (await caches.open(name)).match(url);
      if (found) return found;
    }
  return undefined;
}

/** Removes the photos of all other members; of everybody when `member` is null. */
export async function keepPhotosOf(member: string | null): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && name !== prefix + (member ?? '')) await caches.delete(name);
}
