import type { Terms } from '../../../contract/terms-versions.ts';
import { termsDate } from '../../../contract/terms.ts';
import type { Handler } from '../../platform/handler.ts';
import { comingTerms, currentTerms } from './rules.ts';
import type { TermsVersion } from './terms-versions.data.ts';

/** Every version of the terms that a visitor may read: one that is not announced yet is nobody's business. */
export const listTerms: Handler<'listTerms'> = async (_input, { context: { terms, clock }, site }) => {
  const now = clock.now();
  const [current, coming] = [currentTerms(terms, now), comingTerms(terms, now)];
  const versions = terms.filter((version, index) => {
    if (version === coming || version === current) return true;
    const next = terms[index + 1];
    // One that ended before there was the company was nobody's.
    return next !== undefined && new Date(next.appliesAt) <= now && isSince(site.company.added, next.appliesAt);
  });
  const stateOf = (version: TermsVersion): Terms['state'] =>
    version === current ? 'current' : version === coming ? 'coming' : 'past';
  return {
    versions: versions.map((version) => ({
      applies_at: version.appliesAt,
      state: stateOf(version),
      sections: version.sections.map(({ heading, blocks }) => ({
        heading,
        blocks: blocks.map((block) => (typeof block === 'string' ? block : [...block])),
      })),
      changes: [...version.changes],
    })),
  };
};

/** Whether a company was there before a moment. */
function isSince(added: string, moment: string): boolean {
  return termsDate(added, moment) === moment;
}
