import { digestLetter } from './digest-letter.ts';
import { findLastNews, findRecipient } from './queries.ts';
import { findWindowNews, filterUnheardNews } from './rules.ts';

/** News of the service since the member's last news email, and since they joined. */
export const serviceNews = digestLetter('news', async ({ context, memberId, say, window, id: openedOn }) => {
  const { database } = context;
  const recipient = await database.first(findRecipient, { memberId });
  const published = findWindowNews(window);
  if (!recipient || !published) return null;
  const last = await database.first(findLastNews, { memberId, openedOn });
  const items = filterUnheardNews(published.items, { told: last?.about ?? null, joinedAt: recipient.signup_at });
  const [only, ...others] = items;
  if (!only) return null;
  return {
    paragraphs: items.map(({ id }) => say(`notifications.news.${id}`)),
    path: others.length === 0 ? only.path : '/notifications',
  };
});
