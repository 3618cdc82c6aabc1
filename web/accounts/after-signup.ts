/** Marks a path as a new member's first view: announces the credits (`shell/start-credits.tsx`), asks for nothing. */
export function afterSignup(path: string): string {
  const [before, query] = path.split('?', 2);
  const marked = new URLSearchParams(query);
  marked.set('welcome', '1');
  return `${before}?${marked}`;
}
