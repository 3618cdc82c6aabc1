import { beforeAll, describe, expect, it } from 'vitest';

import { quickMember, replaceStatements, sendText } from './support/chat.ts';
import { insertProfiles } from './support/insert-profiles.ts';
import { openPage, pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

const test = useTestApp(pagesAreBuilt ? { pages: pagesFolder } : {});

/**
 * Returns the names of the statements of a page that was opened once before (those of a search have none), and the most
 * connections that they used at once.
 */
async function listStatements(member: TestClient, url: string): Promise<{ names: string[]; connections: number }> {
  expect((await openPage(test, member, url)).status).toBe(200);
  const names: string[] = [];
  const busy: object[] = [];
  let connections = 0;
  const query = replaceStatements(async (name, run, client) => {
    names.push(name);
    busy.push(client);
    connections = Math.max(connections, new Set(busy).size);
    try {
      return await run();
    } finally {
      busy.splice(busy.indexOf(client), 1);
    }
  });
  await openPage(test, member, url);
  query.mockRestore();
  return { names, connections };
}

describe.runIf(pagesAreBuilt)('the statements of a page', () => {
  let ada: TestClient;
  let conversation: string;
  beforeAll(async () => {
    // A member who has not paid also starts the time bonus.
    ada = await quickMember(test, { credits: 100, paid: true });
    const answer = await sendText(ada, { profile: (await quickMember(test)).id });
    conversation = answer.body.message.conversation;
    // A search that finds less than a page is made again with wider filters.
    await insertProfiles(test, 30);
  });

  it.each([
    ['/members', 7],
    ['/chats', 6],
    ['/chats/{id}', 11],
    ['/likes', 9],
  ])('%s takes at most %i on one connection, and reads the session once', async (page, most) => {
    const { names, connections } = await listStatements(ada, page.replace('{id}', conversation));
    expect(names.filter((name) => name === 'accounts.find-sessions')).toHaveLength(1);
    expect(names.length, names.join('\n')).toBeLessThanOrEqual(most);
    expect(connections).toBe(1);
  });
});
