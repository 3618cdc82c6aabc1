/** Pages that a mail link can log in to. Tokens hold the index of the page, so add new pages only at the end. */
export const loginLinkPages = ['/chats', '/likes'] as const;
export type LoginLinkPage = (typeof loginLinkPages)[number];
