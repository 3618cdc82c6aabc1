interface Read {
  /** Of the page that is open. */
  path: string;
  /** How much is unread; null while the page knows no more than it was made with, which can be older than a push. */
  unread: { messages: number; likes: number } | null;
}

/**
 * Closes the notifications that have nothing left to tell: those that lead to the page that is open, and those of kinds of
 * which nothing is unread, wherever it was read.
 */
export async function closeRead({ path, unread }: Read): Promise<void> {
  if (!('serviceWorker' in navigator && 'Notification' in globalThis)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const left = shown.tag === 'like' ? unread?.likes : unread?.messages;
    if (left === 0 || (shown.data as { path?: unknown } | null)?.path === path) shown.close();
  }
}
