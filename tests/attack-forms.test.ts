import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type RequestHead, boundary, formEnd, formType, openRequest } from './support/open-request.ts';
import { pagesAreBuilt, pagesFolder } from './support/pages.ts';
import { type TestApp, createTestApp } from './support/test-app.ts';

describe.skipIf(!pagesAreBuilt)('the parts of a form', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ pages: pagesFolder });
    await test.app.server.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => test.close());

  const origin = 'http://localhost';
  const post = async (head: RequestHead, body: string | Buffer): Promise<{ status: number; error?: string }> => {
    const request = await openRequest(test, { type: formType, length: body.length, headers: { origin }, ...head });
    await request.send(body);
    const { status, body: answer } = await request.answer.finally(request.close);
    return { status, ...(answer.error !== undefined && { error: answer.error }) };
  };

  const part = `--${boundary}\r\ncontent-disposition: form-data; name="text"; filename=""\r\n\r\n\r\n`;

  it.each(['/login', '/login.data', '/signup.data', '/withdrawal.data'])(
    'are not parsed for %s, which takes no file',
    async (path) => {
      const body = part.repeat(1_000) + formEnd;
      expect(await post({ path }, body)).toEqual({ status: 400, error: 'request.malformed' });
    },
  );

  it.each(['/login.data', '/complaints.data', '/source-choice', '/api/payment-webhook.php?provider=mollie'])(
    'are refused if there are too many of them: %s',
    async (path) => {
      for (const body of ['a&'.repeat(2_000), Array.from({ length: 2_000 }, (_, at) => `f${at}=`).join('&')])
        expect(await post({ path, type: 'application/x-www-form-urlencoded' }, body)).toEqual({
          status: 413,
          error: 'request.too-large',
        });
    },
  );
});
