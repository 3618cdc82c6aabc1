/** The corrected address for a likely typo, or undefined. The list of providers is loaded on first use. */
export async function suggestEmail(email: string): Promise<string | undefined> {
  const at = email.lastIndexOf('@') + 1;
  const { suggestDomain } = await import('./suggest-domain.ts');
  const meant = suggestDomain(email.slice(at));
  return at === 0 || meant === undefined ? undefined : email.slice(0, at) + meant;
}
