/** What an address of the terms names a version by: the day in UTC from which it applies, such as `?version=2027-03-01`. */
export function termsQueryOf(appliesAt: string): string {
  return `?version=${appliesAt.slice(0, 10)}`;
}
