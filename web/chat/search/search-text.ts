import { keptValue } from '../kept-value.ts';

/** What is searched for. It stays while one looks at a message that was found. */
export const [setSearchText, useSearchText] = keptValue('');
