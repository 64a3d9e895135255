import type { Config } from '@jest/types';

/** Passes the options of Jest that its runner ignores to jest-light-runner.setup.ts, which runs in each worker. */
export default function passOnOptions(
  { testNamePattern }: Pick<Config.GlobalConfig, 'testNamePattern'>,
  { testTimeout }: Pick<Config.ProjectConfig, 'testTimeout'>,
): void {
  process.env['TEST_NAME_PATTERN'] = testNamePattern ?? '';
  process.env['TEST_TIMEOUT'] ??= String(testTimeout);
}
