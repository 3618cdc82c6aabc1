/** Where a new member goes on: a path of ours with the mark that the sign-up has just ended (specification, section 4). */
export function afterSignup(path: string): string {
  const [before, query] = path.split('?', 2);
  const marked = new URLSearchParams(query);
  marked.set('api_signup_complete', '1');
  return `${before}?${marked}`;
}
