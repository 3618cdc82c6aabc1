import { createHash } from 'node:crypto';

import { pageValues } from '../../../contract/landing/page-values.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import type { Call } from '../../platform/handler.ts';
import { getSettings } from '../../settings/get-settings.ts';
import { listTermsSentences } from './rules.ts';
import type { TermsVersion } from './terms-versions.data.ts';

export interface AcceptedText {
  /** SHA-256 in hex of the sentences, as a JSON list, with their prices, limits and names filled in. */
  hash: string;
  language: Language;
}

/** Returns the terms as the page shows them, but with the code of the company's country. */
export async function describeAcceptedText(call: Call, version: TermsVersion): Promise<AcceptedText> {
  const { context, language, site } = call;
  const values = pageValues(await getSettings({}, call), site.company);
  const say = context.sentences.in(language);
  const text = listTermsSentences(version).map((id) => say(id, values));
  return { hash: createHash('sha256').update(JSON.stringify(text)).digest('hex'), language };
}
