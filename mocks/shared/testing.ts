import type { RunningProvider } from './provider-server.ts';

export type Answer = { status: number; headers: Headers; body: Record<string, any> }; // eslint-disable-line typescript/no-explicit-any -- a test reads what the API really sent

/**
 * Opens a caller of a sandbox. Calls to the control API send JSON, and those to the API what `writeBody` makes of a
 * body.
 */
export function openCaller(
  { url }: RunningProvider,
  apiKey: string,
  writeBody: (body: unknown) => string | URLSearchParams = (body) => JSON.stringify(body),
) {
  const write = (path: string, body: unknown): Pick<RequestInit, 'body' | 'headers'> => {
    const written = path.startsWith('/control') ? JSON.stringify(body) : writeBody(body);
    // A form names its own type.
    return { body: written, headers: typeof written === 'string' ? { 'content-type': 'application/json' } : {} };
  };
  return {
    async call(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> {
      const sent = body === undefined ? {} : write(path, body);
      const headers = { authorization: `Bearer ${apiKey}`, ...sent.headers, ...more } as Record<string, string>;
      const response = await fetch(url + path, { method, ...sent, headers });
      const { status } = response;
      return { status, headers: response.headers, body: JSON.parse((await response.text()) || '{}') as Answer['body'] };
    },
    press: (id: string, action: string, card?: string) =>
      fetch(`${url}/pay/${id}`, {
        method: 'POST',
        body: new URLSearchParams({ action, ...(card !== undefined && { card }) }),
        redirect: 'manual',
      }),
  };
}
