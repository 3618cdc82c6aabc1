/** The pages that links in e-mails can begin a session on. Tokens count them: only add at the end. */
export const entryPages = ['/chats', '/likes'] as const;
export type EntryPage = (typeof entryPages)[number];
