import { callOverHttp } from '../call.ts';

interface Counts {
  messages: number;
  likes: number;
}

interface Read extends Counts {
  /** Of the page that is open. */
  path: string;
}

/**
 * Closes the notifications that have nothing left to tell: those that lead to the page that is open, and those of kinds of
 * which nothing is unread, wherever it was read.
 */
export async function closeRead({ path, ...known }: Read): Promise<void> {
  if (!('serviceWorker' in navigator && 'Notification' in globalThis)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  const isHere = ({ data }: Notification): boolean => (data as { path?: unknown } | null)?.path === path;
  for (const one of shown.filter(isHere)) one.close();
  const read = shown.filter((one) => !isHere(one) && leftOf(one, known) === 0);
  if (read.length === 0) return;
  // What the page knows can be older than a push: it knew nothing yet when this came.
  const current = await readCounts();
  for (const one of read) if (leftOf(one, current) === 0) one.close();
}

const leftOf = ({ tag }: Notification, { likes, messages }: Counts): number => (tag === 'like' ? likes : messages);

async function readCounts(): Promise<Counts> {
  const { user } = await callOverHttp('getUser', {});
  return { messages: user.unread_messages, likes: user.new_likes };
}
