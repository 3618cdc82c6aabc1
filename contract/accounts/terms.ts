const firstVersion = '2023-12-01T12:00:00.000Z';

/**
 * Returns the date of the legal texts (ISO 8601), which is stored on acceptance: when the version applies or the
 * company was added, whichever is later (specification, section 9). An invalid date counts as earlier.
 */
export function termsDate(companyAdded: string, appliesAt = firstVersion): string {
  const added = new Date(companyAdded);
  return Number.isNaN(added.getTime()) || added <= new Date(appliesAt) ? appliesAt : added.toISOString();
}
