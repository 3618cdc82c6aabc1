/** The query that selects a version of the terms: the UTC day it takes effect, such as `?version=2027-03-01`. */
export function buildVersionQuery(appliesAt: string): string {
  return `?version=${appliesAt.slice(0, 10)}`;
}
