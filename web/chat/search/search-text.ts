import { keptValue } from '../kept-value.ts';

/** The search text. It stays while a message that was found is open. */
export const [setSearchText, useSearchText] = keptValue('');
