import { dictionary } from '@zxcvbn-ts/language-common';

import { passwordLengthMin } from '../../contract/accounts/limits.ts';

/** The most frequent passwords of public leaks that are long enough to be chosen here: about 18,000, in lower case. */
export const leakedPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= passwordLengthMin),
);
