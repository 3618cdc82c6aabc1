import type { ReactElement } from 'react';
import { data } from 'react-router';

function refuse(): never {
  // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to answer with a status
  throw data({ error: 'request.not-found' }, { status: 404 });
}

/** Any path that is no route: the error page with status 404. */
export const loader = (): never => refuse();
export const clientLoader = (): never => refuse();

export default function NotFoundPage(): ReactElement | null {
  return null;
}
