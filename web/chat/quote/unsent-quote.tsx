import { latePart } from '../../ui/lazy-part.ts';

/** The quote of an unsent message, loaded when needed: most messages have none. */
export const UnsentQuote = latePart(async () => ({ default: (await import('./chosen-quote.tsx')).ChosenQuote }));
