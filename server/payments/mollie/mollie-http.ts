import { ProviderFault } from '../provider.ts';

const timeoutMs = 10_000;
// Busy, or another call with the same key is in progress: neither proves that no payment was created.
const inconclusive = new Set([408, 409, 425, 429]);

type Verb = 'GET' | 'POST' | 'DELETE';

interface Answer {
  status: number;
  body: unknown;
}

/** A client for Mollie's API at `url`; each call times out after `timeout` ms. */
export function openMollie(options: { url: string; apiKey: string; timeout?: number }) {
  const base = options.url.replace(/(?<!\/)\/+$/, '');

  /** Returns the response, whatever its status. Throws `ProviderFault` when there is none. */
  async function call(method: Verb, path: string, body?: object, key?: string): Promise<Answer> {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          accept: 'application/hal+json',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeout ?? timeoutMs),
      });
      const text = await response.text();
      return { status: response.status, body: response.status === 204 ? null : readJson(text) };
    } catch (error) {
      if (error instanceof ProviderFault) throw error;
      // Unreachable, too slow, or cut off.
      throw new ProviderFault('unknown', (error as Error).message);
    }
  }

  /** Returns the body of a successful response. Throws `ProviderFault` for any other. */
  async function ask(method: Verb, path: string, body?: object, key?: string): Promise<unknown> {
    const answer = await call(method, path, body, key);
    if (answer.status >= 200 && answer.status < 300) return answer.body;
    throw toMollieFault(answer, method === 'POST' && namesCustomer(path, answer));
  }

  return { call, ask };
}

/** A parser's error message quotes the text, which may name a buyer, so the fault does not repeat it. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderFault('unknown', 'the answer is not JSON');
  }
}

/** A deleted customer is not found under its address; a payment that names it is refused for the field `customerId`. */
function namesCustomer(path: string, { status, body }: Answer): boolean {
  const { field } = (body ?? {}) as { field?: unknown };
  const isMissing = status === 404 || status === 410;
  return field === 'customerId' || (isMissing && (path === '/v2/payments' || path.startsWith('/v2/customers/')));
}

export function toMollieFault({ status, body }: Answer, isCustomerGone = false): ProviderFault {
  const { detail } = (body ?? {}) as { detail?: unknown };
  const refused = status >= 400 && status < 500 && !inconclusive.has(status);
  const reason = typeof detail === 'string' ? detail : 'no reason';
  return new ProviderFault(refused ? 'refused' : 'unknown', `status ${status}: ${reason}`, refused && isCustomerGone);
}
