import { createHash } from 'node:crypto';

import type { Language } from '../../../contract/platform/languages.ts';
import { pageValues } from '../../../contract/landing/page-values.ts';
import type { Call } from '../../platform/handler.ts';
import { getSettings } from '../../settings/get-settings.ts';
import { acceptedTerms } from './rules.ts';

/** The terms as a member accepted them. */
export interface AcceptedText {
  /** SHA-256 in hex of the sentences, as a JSON list, with their prices, limits and names filled in. */
  hash: string;
  language: Language;
  version?: string;
}

/** Returns the terms that a caller accepts now, as the page shows them, but with the code of the company's country. */
export async function acceptedText(call: Call): Promise<AcceptedText> {
  const { context, language, site } = call;
  const { date, sentences } = acceptedTerms(context.terms, site.company.added, context.clock.now());
  const values = pageValues(await getSettings({}, call), site.company);
  const say = context.sentences.in(language);
  const text = sentences.map((id) => say(id, values));
  return { hash: createHash('sha256').update(JSON.stringify(text)).digest('hex'), language, version: date };
}
