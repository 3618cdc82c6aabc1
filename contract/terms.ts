const firstVersion = '2023-12-01T12:00:00.000Z';

/**
 * Date of the legal texts, ISO 8601: shown on their pages and stored when a new member accepts them. It is the date from
 * which the version applies, that of the first one where none is named, or the moment the company was added, whichever is
 * later (specification, section 9). An invalid date counts as earlier.
 */
export function termsDate(companyAdded: string, appliesAt = firstVersion): string {
  const added = new Date(companyAdded);
  return Number.isNaN(added.getTime()) || added <= new Date(appliesAt) ? appliesAt : added.toISOString();
}
