const prefix = 'tealight-photos-';

function readExpiry(url: string): number {
  return Number(new URL(url, location.origin).searchParams.get('e')) * 1_000;
}

/**
 * Keeps the photos of pages. A photo gets a new URL every half hour, which replaces the old one, unless that is still
 * wanted.
 */
export async function keepPhotos(member: MemberId, paths: readonly string[]): Promise<void> {
  const cache = await caches.open(prefix + member);
  const now = Date.now();
  const stored = new Set<string>();
  for (const { url } of await cache.keys())
    if (readExpiry(url) <= now) await cache.delete(url);
    else stored.add(url);
  const wanted = new Set(paths.map((path) => new URL(path, location.origin).href));
  for (const url of wanted) {
    if (readExpiry(url) <= now || stored.has(url)) continue;
    // A photo that was shown is in the browser's own cache. One that cannot be loaded is left out.
    const isAdded = await cache.add(url).then(
      () => true,
      () => false,
    );
    const isBefore = (other: string): boolean => parsePath(other) === parsePath(url) && !wanted.has(other);
    for (const old of isAdded ? [...stored].filter(isBefore) : []) await cache.delete(old);
  }
}

/** Removes photos of a member, whatever the signatures in their URLs. */
export async function dropPhotos(member: MemberId, paths: readonly string[]): Promise<void> {
  const cache = await caches.open(prefix + member);
  const gone = new Set(paths.map((path) => parsePath(new URL(path, location.origin).href)));
  for (const { url } of await cache.keys()) if (gone.has(parsePath(url))) await cache.delete(url);
}

function parsePath(url: string): string {
  return new URL(url).pathname;
}

export async function findPhoto(url: string): Promise<Response | undefined> {
  if (readExpiry(url) <= Date.now()) return undefined;
  for (const name of await caches.keys())
    if (name.startsWith(prefix)) {
      const found = await (await caches.open(name)).match(url);
      if (found) return found;
    }
  return undefined;
}

export async function deleteOthersPhotos(member: MemberId | null): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && name !== prefix + (member ?? '')) await caches.delete(name);
}
