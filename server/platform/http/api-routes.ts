import { type Method, type OperationName, getEndpoint, calls } from '../../../contract/calls.ts';

export interface ApiRoute {
  method: Method;
  path: string;
  /** The operation without a query of its own comes first. */
  names: [OperationName, ...OperationName[]];
}

/** Lists the routes of the API. Operations that share method and path differ in their query. */
export function listApiRoutes(): ApiRoute[] {
  const routes = new Map<string, ApiRoute>();
  for (const name of Object.keys(calls) as OperationName[]) {
    const { method, path: whole } = getEndpoint(name);
    const [path = '', query] = whole.split('?');
    const key = `${method} ${path}`;
    const known = routes.get(key);
    if (!known) routes.set(key, { method, path, names: [name] });
    else if (query === undefined) known.names.unshift(name);
    else known.names.push(name);
  }
  return [...routes.values()];
}

export function getOperationQuery(name: OperationName): [field: string, value: string][] {
  return [...new URLSearchParams(getEndpoint(name).path.split('?')[1])];
}
