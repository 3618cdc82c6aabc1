import { expect } from 'vitest';

import { type TestApp, type TestClient, testPassword } from './test-app.ts';
import { unzip } from './unzip.ts';

export const askForExport = (member: TestClient) => member.call('requestExport', { password: testPassword });
export const shownExport = async (member: TestClient) => (await member.call('getExport')).body.export;
/** Fetches the link to the copy of the member's data, which needs the password. */
export const fetchExportLink = async (member: TestClient): Promise<string> =>
  (await member.call('openExport', { password: testPassword })).body.export?.link ?? '';

export async function fetchLink(test: TestApp, member: TestClient, url: string) {
  return test.app.server.inject({
    url,
    headers: { host: 'localhost' },
    cookies: Object.fromEntries(member.cookies),
  });
}

/** Returns the files of a new export for the member. */
export async function exported(test: TestApp, member: TestClient): Promise<Map<string, Buffer>> {
  expect((await askForExport(member)).status).toBe(200);
  await test.runJobs();
  const answer = await fetchLink(test, member, await fetchExportLink(member));
  expect(answer.statusCode).toBe(200);
  return unzip(answer.rawPayload);
}
