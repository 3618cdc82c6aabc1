import type { Language } from '../../../contract/platform/languages.ts';
import { formatIn } from '../../platform/format.ts';
import type { Say } from '../../platform/sentences.ts';
import type { Site } from '../../platform/site.ts';

/** The creditor's name and address, as printed in a mandate. */
export function formatCreditor({ name, address, city, country }: Site['company']): string {
  return [name, address, city, country].filter((part) => part !== '').join(', ');
}

/** The paragraphs of a mandate: the words of the SEPA Core scheme, and the purpose. */
export function mandateText(
  say: Say,
  language: Language,
  { creditor, amount, currency, day }: { creditor: string; amount: number; currency: string; day: string },
): string[] {
  const { money } = formatIn(language);
  return [
    say('directdebit.mandate.authorise', { creditor }),
    say('directdebit.mandate.refund'),
    say('directdebit.mandate.once', { amount: money(amount, currency), date: writeDay(language, day) }),
    say('directdebit.mandate.code'),
  ];
}

/** A calendar day, YYYY-MM-DD, in words. */
export function writeDay(language: Language, day: string): string {
  return formatIn(language).day(new Date(`${day}T12:00:00Z`), 'UTC');
}
