/** Pages that an email link can log in to. Tokens hold the index of the page, so add new pages only at the end. */
export const entryPages = ['/chats', '/likes'] as const;
export type EntryPage = (typeof entryPages)[number];
