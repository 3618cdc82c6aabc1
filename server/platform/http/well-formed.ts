import type { FastifyRequest } from 'fastify';

const hostName = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * True if a request has a path, one host and a scheme from which its address can be built. Browsers and proxies send no
 * others: the absolute form (`GET http://host/path`) is for proxies, and servers behind would read it differently, as
 * they would two hosts (RFC 9112, 3.2).
 */
export function isWellFormed(request: FastifyRequest): boolean {
  const { host, protocol, raw } = request;
  const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
  return (
    request.url.startsWith('/') &&
    hosts.length < 2 &&
    hostName.test(host ?? '') &&
    URL.canParse(`http://${host}`) &&
    (protocol === 'http' || protocol === 'https')
  );
}
