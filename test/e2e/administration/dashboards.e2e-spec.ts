import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Series } from '../../support/promql';
import { groupLabelsOf, readSeries, selectorsOf } from '../../support/promql';
import { TestService } from '../../support/service';

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
}
interface RuleTests {
  tests: { name: string; alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
}
interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const rules = (parse(readFileSync('deploy/alerts.yml', 'utf8')) as Rules).groups.flatMap(
  (group) => group.rules,
);
const dashboard = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8')) as Dashboard;

/** The labels that Prometheus adds to every series. */
const OF_PROMETHEUS = ['job', 'instance'];
const ABOUT_THE_SCRAPE: Series = { metric: 'up', labels: {}, value: 1 };

describe('the metrics of a new service', () => {
  let service: TestService;
  let series: Series[];
  beforeAll(async () => {
    service = await TestService.start();
    series = [ABOUT_THE_SCRAPE, ...readSeries((await service.call('/metrics')).text)];
  });
  afterAll(() => service.stop());

  const alternatives = (operator: string, value: string) => (operator === '=~' ? value.split('|') : [value]);

  const expressions = [
    ...rules.map(({ alert, expr }) => ['the alert', alert, expr]),
    ...dashboard.panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => ['the panel', title, expr]),
    ),
  ] as [string, string, string][];

  it.each(expressions)('The metrics have every series of %s %s: %s', (_kind, _name, expression) => {
    const selectors = selectorsOf(expression);
    expect(selectors).not.toEqual([]);
    for (const { metric, matchers } of selectors) {
      const known = series.filter((one) => one.metric === metric);
      expect(known.map((one) => one.metric)).toContain(metric);
      for (const { label, operator, value } of matchers.filter(
        ({ label }) => !OF_PROMETHEUS.includes(label),
      )) {
        const values = known.map(({ labels }) => labels[label]);
        expect(values).toEqual(expect.arrayContaining(alternatives(operator, value)));
      }
      for (const label of groupLabelsOf(expression).filter((label) => !OF_PROMETHEUS.includes(label))) {
        expect(Object.keys(known[0]?.labels ?? {})).toContain(label);
      }
    }
  });

  it('Every metric of the service is on a dashboard or in an alert', () => {
    const asked = new Set(expressions.flatMap(([, , expr]) => selectorsOf(expr).map(({ metric }) => metric)));
    const own = series.map(({ metric }) => metric).filter((metric) => metric.startsWith('channel_manager_'));
    const parts = /_(sum|count|created)$/;
    expect([...new Set(own)].filter((metric) => !asked.has(metric) && !parts.test(metric))).toEqual([]);
  });

  it('docs/operations.md explains every metric and alert', () => {
    const text = readFileSync('docs/operations.md', 'utf8');
    const own = series.map(({ metric }) => metric.replace(/_(bucket|sum|count)$/, ''));
    for (const metric of own.filter((name) => name.startsWith('channel_manager_')))
      expect(text).toContain(metric);
    for (const { alert } of rules) expect(text).toContain(`\`${alert}\``);
  });

  it('Every alert has a test that it fires and later ends', () => {
    const { tests } = parse(readFileSync('deploy/alerts.test.yml', 'utf8')) as RuleTests;
    const shown = tests.map(({ name, alert_rule_test: checks }) => {
      expect(checks.map(({ alertname }) => alertname)).toEqual([name, name]);
      return { name, alerts: checks.map(({ exp_alerts }) => exp_alerts.length) };
    });
    expect(shown).toEqual(rules.map(({ alert }) => ({ name: alert, alerts: [1, 0] })));
  });

  it('Every counter begins with 0, so that the first event is an increase', () => {
    const counters = series.filter(({ metric }) => /^channel_manager_.*_total$/.test(metric));
    expect(counters.map(({ value }) => value)).toEqual(counters.map(() => 0));
    expect(counters.length).toBeGreaterThan(40);
  });
});
