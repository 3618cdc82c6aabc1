import { type ReactElement, use } from 'react';

import { NonceContext } from './nonce.ts';

/**
 * The script of a page that has no program: the text of a function, run where it stands in the page. It can use nothing
 * else of its file, and gets `values` as JSON. The page must work without it.
 */
export function PageScript<Values extends readonly (string | number)[]>({
  run,
  values,
}: {
  run: (...values: Values) => void;
  values: Values;
}): ReactElement {
  const text = `(${run.toString()})(...${JSON.stringify(values)})`.replaceAll('</', String.raw`<\/`);
  return <script nonce={use(NonceContext)} dangerouslySetInnerHTML={{ __html: text }} />;
}
