import '../platform/config/check-node';
import 'reflect-metadata';
import { SeedModule } from '../administration/demo/seed.module';
import { SeedService } from '../administration/demo/seed.service';
import { runCommand } from './run-command';

/** Adds demo data to an empty database from the command line. */
async function seed(): Promise<void> {
  const summary = await runCommand(SeedModule, (app) => app.get(SeedService).seed());
  if (!summary) throw new Error('There are rooms already: demo data goes only into an empty database.');
  console.log(summary);
}

seed().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
