const firstVersion = '2023-12-01T12:00:00.000Z';

/**
 * The moment the legal texts are of, ISO 8601: what the pages show and what a new member accepts. It is the first
 * version's, or the moment the company was added if that is later (specification, section 9). What is no date counts
 * as earlier.
 */
export function termsDate(companyAdded: string): string {
  const added = new Date(companyAdded);
  return Number.isNaN(added.getTime()) || added <= new Date(firstVersion) ? firstVersion : added.toISOString();
}
