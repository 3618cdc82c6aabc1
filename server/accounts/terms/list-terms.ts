import type { Terms } from '../../../contract/accounts/terms-versions.ts';
import { termsDate } from '../../../contract/accounts/terms.ts';
import type { Handler } from '../../platform/handler.ts';
import { comingTerms, currentTerms } from './rules.ts';
import type { TermsVersion } from './terms-versions.data.ts';

/** Lists the versions of the terms, except unannounced ones, which are secret. */
export const listTerms: Handler<'listTerms'> = async (_input, { context: { terms, clock }, site }) => {
  const now = clock.now();
  const [current, coming] = [currentTerms(terms, now), comingTerms(terms, now)];
  const versions = terms.filter((version, index) => {
    if (version === coming || version === current) return true;
    const next = terms[index + 1];
    // Skip versions that ended before the company existed.
    return next !== undefined && new Date(next.appliesAt) <= now && isSince(site.company.added, next.appliesAt);
  });
  const deriveState = (version: TermsVersion): Terms['state'] =>
    version === current ? 'current' : version === coming ? 'coming' : 'past';
  return {
    versions: versions.map((version) => ({
      applies_at: version.appliesAt,
      state: deriveState(version),
      weight: version.weight,
      sections: version.sections.map(({ heading, blocks }) => ({
        heading,
        blocks: blocks.map((block) => (typeof block === 'string' ? block : [...block])),
      })),
      changes: [...version.changes],
    })),
  };
};

function isSince(added: string, moment: string): boolean {
  return termsDate(added, moment) === moment;
}
