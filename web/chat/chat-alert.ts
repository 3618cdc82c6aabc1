import { keptValue } from './kept-value.ts';

/** One sentence above the list about something that failed after its page was left, such as a deletion. */
export const [setChatAlert, useChatAlert] = keptValue<string | null>(null);
