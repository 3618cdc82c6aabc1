/** Adds the query parameter that marks a completed sign-up to a path (specification, section 4). */
export function afterSignup(path: string): string {
  const [before, query] = path.split('?', 2);
  const marked = new URLSearchParams(query);
  marked.set('api_signup_complete', '1');
  return `${before}?${marked}`;
}
