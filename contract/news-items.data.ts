/** Something new in the service: told in the e-mail of news and listed on the page of notices. */
interface NewsItem {
  /** Of its sentence, `notifications.news.<id>`; stays as it is, for it says what a member was told of. */
  id: string;
  /** The day on which members had it, `YYYY-MM-DD`. */
  publishedOn: string;
  /** Where it is. */
  path: `/${string}`;
}

/** What was new, the oldest first. A new one goes to the end, once it is there for everybody. */
export const newsItems = [
  { id: 'chat-search', publishedOn: '2026-11-22', path: '/chats' },
  { id: 'drafts', publishedOn: '2026-11-23', path: '/chats' },
] as const satisfies readonly NewsItem[];
