import { type ReactElement, use } from 'react';

import { ServedPageContext } from './page-context.ts';

/** The function can use nothing else in its file, and gets `values` as JSON. The page must work without it. */
export function PageScript<Values extends readonly (string | number)[]>({
  run,
  values,
}: {
  run: (...values: Values) => void;
  values: Values;
}): ReactElement {
  const program = run.toString().replaceAll('</', String.raw`<\/`);
  // Prevents values from ending the script or opening a comment in it, which would swallow the end.
  const text = `(${program})(...${JSON.stringify(values).replaceAll('<', String.raw`\u003c`)})`;
  return <script nonce={use(ServedPageContext)?.page.nonce} dangerouslySetInnerHTML={{ __html: text }} />;
}
