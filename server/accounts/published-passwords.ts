import { dictionary } from '@zxcvbn-ts/language-common';

/** The passwords found most often in published breaches: some 49,000, the most frequent first, in lower case. */
export const publishedPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common']);
