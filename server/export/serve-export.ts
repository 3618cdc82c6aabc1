import type {} from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';

import type { AppContext } from '../context.ts';
import { findCaller } from '../platform/dispatch/dispatch.ts';
import { exportKey, exportPath, isExportToken } from './rules.ts';
import { findExport, markExportFetched } from './queries.ts';

/**
 * Sends the file once: 403 without its member's session, 410 for any other link. The link is used up only when sending
 * begins; a HEAD request, as link scanners send, gets 405.
 */
export function registerExportFile(server: FastifyInstance, context: AppContext): void {
  const { database, clock, exports, secret, log } = context;
  server.get<{ Querystring: { token?: unknown } }>(exportPath, { exposeHeadRoute: false }, async (request, reply) => {
    void reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; sandbox");
    const { token } = request.query;
    const caller = { host: request.host, cookies: request.cookies, geoipCountry: null };
    const member = (await findCaller(context, caller)).session?.member;
    if (!member) return reply.code(403).send();
    const row = await database.first(findExport, { memberId: member.id });
    if (!row || typeof token !== 'string' || !isExportToken(secret, row.export_id, member.sessionHash, token))
      return reply.code(410).send();
    const file = await exports.open(exportKey(row.export_id));
    const taken = { memberId: member.id, exportId: row.export_id, now: clock.now() };
    const isFirst = file && (await database.transaction((tx) => tx.run(markExportFetched, taken))) === 1;
    if (!isFirst) {
      file?.stream.destroy();
      return reply.code(410).send();
    }
    log.info({ event: 'export.fetched', member: member.id }, 'export is fetched');
    return reply
      .header('content-disposition', 'attachment; filename="tealight.zip"')
      .header('x-content-type-options', 'nosniff')
      .header('content-length', file.size)
      .type('application/zip')
      .send(file.stream);
  });
}
