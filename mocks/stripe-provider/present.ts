import type { Sandbox, StoredObject } from './types.ts';

type Shown = Record<string, unknown>;

/**
 * Returns an object as the API shows it. `expand` names the fields whose ids are replaced with the objects themselves,
 * such as `payment_intent.latest_charge`. Links point to the provider's current URL.
 */
export function present(sandbox: Sandbox, object: StoredObject, expand: readonly string[] = []): Shown {
  const shown: Shown = { ...object };
  delete shown['sandbox'];
  if (object.object === 'checkout.session') {
    shown['url'] = object.status === 'open' ? `${sandbox.address}/pay/${object.id}` : null;
  }
  if (object.object === 'payment_intent') {
    const url = `${sandbox.address}/pay/${object.id}`;
    shown['next_action'] =
      object.status === 'requires_action'
        ? { type: 'redirect_to_url', redirect_to_url: { url, return_url: object.sandbox.returnUrl } }
        : null;
  }
  const names = new Set(expand.map((path) => path.split('.')[0] ?? ''));
  for (const name of names) {
    const inner = expand.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
    const id = shown[name];
    const other = typeof id === 'string' ? sandbox.store.objects.get(id) : undefined;
    if (other) shown[name] = present(sandbox, other, inner);
  }
  return shown;
}

/** Returns a page of a list. */
export function presentList(
  sandbox: Sandbox,
  url: string,
  objects: readonly StoredObject[],
  options: { expand: readonly string[]; hasMore: boolean },
) {
  const expand = options.expand.filter((path) => path.startsWith('data.')).map((path) => path.slice('data.'.length));
  return {
    object: 'list',
    url,
    has_more: options.hasMore,
    data: objects.map((object) => present(sandbox, object, expand)),
  };
}
