import { type ReactElement, use } from 'react';

import { NonceContext } from './nonce.ts';

/**
 * The script of a page without program: the text of a function, run in place. It can use nothing else in its file,
 * and gets `values` as JSON. The page must work without it.
 */
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
  return <script nonce={use(NonceContext)} dangerouslySetInnerHTML={{ __html: text }} />;
}
