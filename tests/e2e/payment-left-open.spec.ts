import { type Browser, type Page, type WebSocketRoute, expect } from '@playwright/test';

import { refetchEveryMs } from '../../contract/shell/limits.ts';
import { type Person, api, person, sandbox, test } from '../support/e2e.ts';
import { isAlive, say } from '../support/forms.ts';

/** Orders the smallest bundle and leaves the pay page with `ending`; returns the provider's id. */
async function order({ context, page }: Person, ending: 'pay' | 'open' | 'fail'): Promise<string> {
  const { bundles, paymentmethods } = (await api(context.request, 'listBundles')).body;
  const { body } = await api(context.request, 'createPayment', {
    bundle: bundles[0]?.id,
    paymentmethod: paymentmethods[0],
    idempotency_key: crypto.randomUUID(),
  });
  await page.goto(body.redirect_url ?? '');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.locator(`button[value=${ending}]`).click();
  await page.waitForURL(/\/transactions\//);
  return id;
}

async function chargeBack({ page, context }: Person, id: string): Promise<void> {
  await page.request.post(`${sandbox()}/control/payments/${id}/chargeback`, { data: {} });
  await expect
    .poll(async () => (await api(context.request, 'getPayment')).body.payment.charged_back)
    .toBeGreaterThan(0);
}

const completed = (page: Page) => page.getByText(say('payments.result.completed', { count: 50 }), { exact: true });
const chargedBack = (page: Page) => page.getByRole('heading', { name: say('payments.result.happened') });

async function shopper(browser: Browser, channel: (socket: WebSocketRoute) => Promise<void> | void): Promise<Person> {
  const me = await person(browser);
  await me.page.routeWebSocket(/\/api\/live$/, channel);
  return me;
}

test('a chargeback before the live channel opens is shown once the channel opens', async ({ browser }) => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const me = await shopper(browser, async (socket) => {
    await opened;
    socket.connectToServer();
  });
  const { page } = me;
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/payment.php'));
  const id = await order(me, 'pay');
  await expect(completed(page)).toBeVisible();
  await asked;
  await chargeBack(me, id);
  open();
  await expect(chargedBack(page)).toBeVisible();
});

test('a chargeback while the live channel is cut is shown once the channel is back', async ({ browser }) => {
  let isCut = false;
  let back: () => void = () => undefined;
  const isBack = new Promise<void>((resolve) => (back = resolve));
  let cut: () => Promise<void> = async () => undefined;
  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => (ready = resolve));
  const me = await shopper(browser, async (socket) => {
    if (isCut) await isBack;
    socket.connectToServer().onMessage((text) => {
      socket.send(text);
      if (me.page.url().includes('/transactions/')) ready();
    });
    cut = () => socket.close({ code: 1012 });
  });
  const { page } = me;
  const id = await order(me, 'pay');
  await expect(completed(page)).toBeVisible();
  await isReady;
  isCut = true;
  await cut();
  await chargeBack(me, id);
  back();
  await expect(chargedBack(page)).toBeVisible();
});

test('a payment whose events are all lost is polled, settled or not', async ({ browser }) => {
  const me = await shopper(browser, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      if (!/"type":"(payment|balance)"/.test(String(text))) socket.send(text);
    });
  });
  const { page } = me;
  await page.clock.install();
  const id = await order(me, 'fail');
  await expect(page.getByText(say('payments.result.failed'), { exact: true })).toBeVisible();
  await isAlive(page);
  await page.request.put(`${sandbox()}/control/payments/${id}`, { data: { status: 'paid' } });
  await expect.poll(async () => (await api(me.context.request, 'getPayment')).body.payment.status).toBe('completed');
  await page.clock.fastForward(refetchEveryMs);
  await expect(completed(page)).toBeVisible();
  await chargeBack(me, id);
  await page.clock.fastForward(refetchEveryMs);
  await expect(chargedBack(page)).toBeVisible();
});
