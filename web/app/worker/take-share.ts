import { pathTo } from '../../route-table.ts';
import { membersIn } from '../database.ts';
import { type ShareProblem, keepShared, readShare } from '../shared.ts';

/**
 * Keeps what another app shares with this one, and opens the page that asks whom it is for; nothing is sent. Whoever is not
 * logged in logs in first.
 */
export async function takeShare(request: Request): Promise<Response> {
  const problem = await take(request);
  return Response.redirect(pathTo('shared') + (problem ? `?problem=${problem}` : ''), 303);
}

async function take(request: Request): Promise<ShareProblem | null> {
  const form = await request.formData().catch(() => new FormData());
  const { problem, ...shared } = readShare(form);
  if (shared.text === '' && !shared.photo) return problem;
  try {
    const members = await membersIn('kept').catch(() => []);
    await keepShared(shared, members[0] ?? null);
    return problem;
  } catch {
    return 'room';
  }
}
