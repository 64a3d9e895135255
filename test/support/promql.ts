/** A series in an expression of PromQL: a metric, and the labels that it matches or groups by. */
export interface Selector {
  metric: string;
  matchers: { label: string; operator: string; value: string }[];
}

const KEYWORDS = new Set(['and', 'or', 'unless', 'offset', 'bool', 'by', 'without', 'on', 'ignoring']);
const MATCHER = /([a-z_]+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g;

/** The series in an expression, in their order. */
export function selectorsOf(expression: string): Selector[] {
  const withoutGroups = expression.replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const found = withoutGroups.matchAll(
    /([a-z_:][a-z0-9_:]*)\s*(\{[^}]*\})?(\s*\()?|\[[^\]]*\]|"[^"]*"|[\d.]+[a-z]*/g,
  );
  return [...found].flatMap(([, metric, matchers = '', call]) => {
    if (!metric || call || KEYWORDS.has(metric)) return [];
    const read = [...matchers.matchAll(MATCHER)];
    return [
      {
        metric,
        matchers: read.map(([, label = '', operator = '', value = '']) => ({ label, operator, value })),
      },
    ];
  });
}

export function groupLabelsOf(expression: string): string[] {
  const groups = [...expression.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)];
  return groups.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()));
}

/** One line of the metrics. */
export interface Series {
  metric: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the text format of Prometheus. */
export function readSeries(text: string): Series[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, metric = '', labels = '', value] = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(MATCHER)].map(([, label, , text]) => [label, text] as [string, string]);
    return { metric, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}
