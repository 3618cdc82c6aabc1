import { dayMs } from '../platform/calendar.ts';

export const freeConversationsStartedMax = 2;
export const freeMessagesVisibleMax = 20;
export const chatPageMessages = 50;
export const messageLengthDefault = 500;
/** The highest message length that a site may set. */
export const messageLengthMax = 20_000;
/** The highest number of a message within its conversation, a PostgreSQL integer. */
export const messageSeqMax = 2_147_483_647;
/** Longest draft that the server stores (a longer one stays in its browser), and the number of drafts per member. */
export const draftLengthMax = 10_000;
export const draftsMax = 200;
export const draftAgeMaxMs = 24 * dayMs;
/** How long a browser keeps a member's unsent and unsaved input after their session ended without a logout. */
export const unsentKeptMs = dayMs;
export const messagePreviewLength = 120;
export const giftNoteLengthMax = 200;
export const icebreakersAtOnce = 3;
export const chatsPageSize = 50;
/** Messages that a page of a message search shows at most, and messages that it looks through at most. */
export const foundPageSize = 20;
export const messagesSearchedMax = 500;
/** Characters that a page of a message search looks through at most, so that long messages delay nobody else. */
export const charactersSearchedMax = 250_000;
export const searchTextMax = 100;
export const typingEveryMs = 1_000;
