/**
 * Marks a path as a new member's first view, which announces the credits (`web/shell/start-credits.tsx`) and asks for
 * nothing yet.
 */
export function afterSignup(path: string): string {
  const [before, query] = path.split('?', 2);
  const marked = new URLSearchParams(query);
  marked.set('welcome', '1');
  return `${before}?${marked}`;
}
