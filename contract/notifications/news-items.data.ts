/** A feature that is announced in the news mail and on the page of notices. */
interface NewsItem {
  /** Names the sentence `notifications.news.<id>`. Never change it: it records which news a member has received. */
  id: string;
  /** `YYYY-MM-DD`. */
  publishedOn: string;
  path: `/${string}`;
}

/** News items, oldest first. Append an item once its feature has reached everybody. */
export const newsItems = [
  { id: 'chat-search', publishedOn: '2026-11-22', path: '/chats' },
  { id: 'drafts', publishedOn: '2026-11-23', path: '/chats' },
] as const satisfies readonly NewsItem[];
