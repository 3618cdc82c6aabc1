interface Read {
  /** Path of the open page. */
  path: string;
  /** Unread counts; null if the page only has the counts it was loaded with, which can be older than a push. */
  unread: { messages: number; likes: number } | null;
}

/** Closes notifications that lead to the open page, and those of kinds with nothing unread. */
export async function closeRead({ path, unread }: Read): Promise<void> {
  if (!('serviceWorker' in navigator && 'Notification' in globalThis)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const left = shown.tag === 'like' ? unread?.likes : unread?.messages;
    if (left === 0 || (shown.data as { path?: unknown } | null)?.path === path) shown.close();
  }
}
