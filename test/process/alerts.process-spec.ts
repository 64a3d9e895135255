import { spawnSync } from 'node:child_process';

const promtool = (...words: string[]) => spawnSync('promtool', words, { encoding: 'utf8' });
const isInstalled = promtool('--version').status === 0;
const describeWithPromtool = isInstalled ? describe : describe.skip;
if (!isInstalled)
  console.log('promtool is not installed: the alerts are not evaluated. apt-get install prometheus');

describeWithPromtool('the alerts for Prometheus', () => {
  it('Each alert fires and ends when promtool evaluates it', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'deploy/alerts.test.yml');
    expect({ status, stderr, stdout }).toMatchObject({ status: 0 });
  });
});
