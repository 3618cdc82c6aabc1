import { randomBytes } from 'node:crypto';

import type { FastifyReply } from 'fastify';

export function newNonce(): string {
  return randomBytes(16).toString('base64');
}

const yearSeconds = 31_536_000;

const everywhere: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** Sets the headers of every response. API responses are never rendered as a document and never cached. */
export function setSecurityHeaders(
  reply: FastifyReply,
  path: string,
  config: { hstsSubdomains: boolean; rehearsal: boolean },
): void {
  for (const [name, value] of Object.entries(everywhere)) reply.raw.setHeader(name, value);
  const hsts = `max-age=${2 * yearSeconds}${config.hstsSubdomains ? '; includeSubDomains' : ''}`;
  reply.raw.setHeader('strict-transport-security', hsts);
  if (config.rehearsal) reply.raw.setHeader('x-robots-tag', 'noindex, nofollow');
  if (path.startsWith('/api/')) {
    reply.raw.setHeader('cache-control', 'no-store');
    reply.raw.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox");
  }
}

/** Returns the policy of a page: scripts need the nonce, nothing is inline, and only pictures come from `cdnPrefix`. */
export function pagePolicy(nonce: string, options: { cdnPrefix: string }): string {
  const cdn = URL.canParse(options.cdnPrefix) ? new URL(options.cdnPrefix).origin : '';
  const images = ["'self'", 'data:', 'blob:', cdn].filter((part) => part !== '').join(' ');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes; they cannot run code.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "worker-src 'self'",
  ].join('; ');
}
