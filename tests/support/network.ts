import { toId } from '../../contract/platform/id.ts';
import { startNetwork } from '../../mocks/network/server.ts';
import { asStaff } from './as-staff.ts';
import { openShop } from './payments.ts';
import { type TestClient, signUpForm } from './test-app.ts';
import { networkCommands } from '../../server/sources/commands.ts';

/**
 * Opens the application, with a network that is notified of sign-ups and purchases through links with
 * `network=lantern`.
 */
export async function openWithNetwork() {
  const network = await startNetwork();
  const shop = await openShop({ env: { POSTBACK_HOSTS: network.origin } });
  const { test } = shop;
  const command = async (...words: string[]): Promise<{ code: number; said: string[] }> => {
    const said: string[] = [];
    return { code: await networkCommands(asStaff(test.context), words, (line) => said.push(line)), said };
  };
  await command(
    'add',
    'lantern',
    '--sign-up',
    `${network.origin}/pb?e={event}&id={event_id}&click={sub1}&ref={ref}`,
    '--first-purchase',
    `${network.origin}/pb?e={event}&id={event_id}&click={sub1}&value={value}&currency={currency}`,
  );
  return {
    network,
    shop,
    test,
    command,
    async newcomer(tracking: object = { network: 'lantern', ref: 'spring', sub1: 'click-1' }): Promise<TestClient> {
      const client = test.client();
      const { body } = await client.call('signUp', signUpForm({ tracking }));
      client.id = toId(body.user?.id);
      return client;
    },
    /** Returns and clears the calls that the network got. */
    told: () => network.calls.splice(0).map(({ searchParams }) => Object.fromEntries(searchParams)),
    /** Runs jobs, including those that wait for their next attempt. */
    async runAgain(): Promise<void> {
      await test.sql('update graphile_worker._private_jobs set run_at = now()');
      await test.runJobs();
    },
    listStates: async (memberId: MemberId): Promise<string[]> =>
      (
        await test.sql<{ act: string; state: string }>(
          'select act, state from postbacks where member_id = $1 order by created_at, act desc',
          [memberId],
        )
      ).map(({ act, state }) => `${act} ${state}`),
    async close(): Promise<void> {
      await shop.close();
      await network.close();
    },
  };
}
