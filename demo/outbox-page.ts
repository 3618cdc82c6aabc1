import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../server/context.ts';
import { sendFailure } from '../server/platform/http/http.ts';
import type { OutboxEntry } from '../server/platform/outbox.ts';
import { escapeHtml } from '../server/platform/text/escape-html.ts';

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Adds `/dev/outbox`, which shows the mails and texts stored instead of sent, newest first; as JSON with
 * `?format=json`.
 */
export function registerOutbox(server: FastifyInstance, context: AppContext): void {
  const list = async () => (await context.mailer.outbox?.()) ?? [];

  server.get<{ Querystring: { format?: string } }>('/dev/outbox', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (request.query.format === 'json') return reply.send(await list());
    void reply.header('content-security-policy', `${policy}; style-src 'self'; img-src data:`);
    return reply.type('text/html; charset=utf-8').send(outboxHtml(await list()));
  });

  server.get('/dev/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(outboxCss));

  // Shows the mail as a mail client does: with its styles and images, without scripts.
  server.get<{ Params: { id: string } }>('/dev/outbox/:id', async (request, reply) => {
    const entry = (await list()).find(({ id }) => id === request.params.id);
    if (!entry) return sendFailure(context, reply, 'request.not-found');
    const allowed = "style-src 'unsafe-inline'; img-src 'self' data: http: https:";
    void reply.header(
      'content-security-policy',
      `${policy}; ${allowed}; sandbox allow-top-navigation-by-user-activation`,
    );
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(entry.html);
  });
}

/** Escapes text and turns URLs into links. Punctuation after a URL is not part of the link. */
export function linkify(text: string): string {
  let html = '';
  let end = 0;
  for (const found of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    const address = found[0].replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, '');
    html += escapeHtml(text.slice(end, found.index));
    html += `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`;
    end = found.index + address.length;
  }
  return html + escapeHtml(text.slice(end));
}

/** Returns the HTML of the outbox page. `entries` are newest first. */
function outboxHtml(entries: readonly OutboxEntry[]): string {
  const list = entries.map(entryHtml).join('');
  const empty = '<p class="empty">Nothing has been sent yet. Sign up, or ask for a new password.</p>';
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox</title>' +
    '<link rel="icon" href="data:,"><link rel="stylesheet" href="/dev/outbox.css"></head><body>' +
    '<header><h1>Outbox</h1><p>What this demo site would have sent, newest first. Nothing leaves this computer. ' +
    '<a href="/dev/outbox?format=json">As JSON</a></p></header>' +
    `<main>${entries.length > 0 ? list : empty}</main></body></html>`
  );
}

function entryHtml({ id, channel, to, subject, text, at }: OutboxEntry): string {
  const link = channel === 'mail' ? `<a class="as-email" href="/dev/outbox/${escapeHtml(id)}">As it looks</a>` : '';
  return (
    `<article><h2>${escapeHtml(subject)}</h2>` +
    `<p class="about"><span>${escapeHtml(channel)}</span> to <strong>${escapeHtml(to)}</strong> ` +
    `<time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 19).replace('T', ' '))} UTC</time>${link}</p>` +
    `<p class="text">${linkify(text)}</p></article>`
  );
}

const outboxCss = `
:root { color-scheme: light dark; --ground: #f6f3ec; --paper: #ffffff; --ink: #1c2b2d; --quiet: #566a6c; --line: #dcd6c9; --link: #0b6a6f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #10191b; --paper: #182426; --ink: #eef3f2; --quiet: #a5b6b6; --line: #2c3c3e; --link: #6fd0cf; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 760px; padding: 24px 16px 64px; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
h1 { margin: 0; font-size: 26px; }
h2 { margin: 0; font-size: 18px; overflow-wrap: anywhere; }
header p, .about, .empty { color: var(--quiet); }
article { margin-top: 16px; padding: 16px 20px; background: var(--paper); border: 1px solid var(--line); border-radius: 14px; }
.about { display: flex; flex-wrap: wrap; gap: 4px 10px; margin: 4px 0 12px; font-size: 14px; }
.about strong { overflow-wrap: anywhere; }
.text { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--link); }
.as-email { margin-left: auto; }
`;
