import { type Answer, type Browser, type PushService, startPushService } from '../../mocks/push/server.ts';
import { openSession } from '../../server/accounts/sessions/sessions.ts';
import { sendPushes } from '../../server/notifications/push/send-pushes.ts';
import { type TestApp, type TestClient, createTestApp } from './test-app.ts';

export interface PushApp extends TestApp {
  service: PushService;
  /** Adds a browser that gets pushes to a member's session. */
  subscribe(member: TestClient): Promise<Browser>;
  /** Runs the worker, which decides and sends due pushes. */
  push(): Promise<void>;
}

/** Creates the application with its own push service. */
export async function createPushApp(answers: Answer[] = []): Promise<PushApp> {
  const service = await startPushService(answers);
  const env = { PUSH_TEST_SERVICE: service.origin, PUSH_TEST_CERTIFICATE: service.certificate };
  const test = await createTestApp({ env });
  return {
    ...test,
    service,
    subscribe: async (member) => {
      const browser = service.subscribe();
      const { status, body } = await member.call('addPush', { subscription: browser.subscription });
      if (status !== 200 || !body.here) throw new Error(`not subscribed: ${JSON.stringify(body)}`);
      return browser;
    },
    push: async () => {
      await sendPushes(test.context);
      await test.runJobs();
    },
    close: async () => {
      await test.close();
      await service.close();
    },
  };
}

/** Opens another session of a member, as on another device. */
export async function signIn(test: TestApp, member: TestClient): Promise<TestClient> {
  const client = { ...test.client(), id: member.id };
  const token = await test.context.database.transaction((tx) => openSession(tx, member.id, 'web', test.clock.now()));
  client.cookies.set(test.context.sessionCookie, token);
  return client;
}
