const firstVersion = '2023-12-01T12:00:00.000Z';

/**
 * Returns the date of the legal texts, ISO 8601, which their pages show and which is stored when a new member accepts
 * them. It is the date from which the version applies (by default the first version) or the moment the company was
 * added, whichever is later (specification, section 9). An invalid date counts as earlier.
 */
export function termsDate(companyAdded: string, appliesAt = firstVersion): string {
  const added = new Date(companyAdded);
  return Number.isNaN(added.getTime()) || added <= new Date(appliesAt) ? appliesAt : added.toISOString();
}
