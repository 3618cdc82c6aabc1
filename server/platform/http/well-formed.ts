import type { FastifyRequest } from 'fastify';

const hostName = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Whether a request has a path, a host and a scheme from which its address can be built. Browsers and proxies send no
 * others: the absolute form (`GET http://host/path`) is for proxies, and everything behind would read it differently.
 */
export function isWellFormed(request: FastifyRequest): boolean {
  const { host, protocol } = request;
  return (
    request.url.startsWith('/') &&
    hostName.test(host ?? '') &&
    URL.canParse(`http://${host}`) &&
    (protocol === 'http' || protocol === 'https')
  );
}
