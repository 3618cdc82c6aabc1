import { prepareSchema } from './prepare-schema.ts';
import { runCommand } from './run-command.ts';

await runCommand(async (context) => {
  const ran = await prepareSchema(context, true);
  process.stdout.write(ran.length > 0 ? `Ran ${ran.join(', ')}.\n` : 'The schema is up to date.\n');
  return 0;
});
