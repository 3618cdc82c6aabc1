/** A new feature, announced in the news email and listed on the page of notices. */
interface NewsItem {
  /** Names the sentence `notifications.news.<id>`. Never change it: it records which news a member has received. */
  id: string;
  /** The day on which the feature reached members, `YYYY-MM-DD`. */
  publishedOn: string;
  /** The page of the feature. */
  path: `/${string}`;
}

/** News items, oldest first. Append an item once its feature has reached everybody. */
export const newsItems = [
  { id: 'chat-search', publishedOn: '2026-11-22', path: '/chats' },
  { id: 'drafts', publishedOn: '2026-11-23', path: '/chats' },
] as const satisfies readonly NewsItem[];
