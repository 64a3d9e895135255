import type { ConformanceView, ScenarioView } from './conformance.dto';

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
  table { border-collapse: collapse; width: 100% }
  th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid #bbb }
  code { font-size: 12px; white-space: nowrap }
  tr { break-inside: avoid }
  .passed { color: #14662b } .failed { color: #a01818 } .missing { color: #555 }`;

/** Returns the report as a page to print. */
export function conformancePage(report: ConformanceView): string {
  const { sandbox, at, version, passed, total, scenarios } = report;
  const rows = scenarios.map((scenario, index) => rowOf(scenario, index + 1)).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Conformance of ${escape(sandbox.name)}</title><style>${STYLE}</style></head>
<body>
<h1>Conformance of ${escape(sandbox.name)}</h1>
<p><strong>${passed} of ${total} scenarios passed.</strong><br>
Property: ${escape(sandbox.propertyName)}<br>
Time: <time datetime="${at}">${at}</time><br>
Version of the service: ${escape(version)}</p>
<table>
<thead><tr><th scope="col">#</th><th scope="col">Scenario</th><th scope="col">Verdict</th><th scope="col">Calls</th></tr></thead>
<tbody>
${rows}
</tbody>
</table>
</body>
</html>
`;
}

function rowOf({ title, isOptional, verdict, requestIds, advice }: ScenarioView, number: number): string {
  const calls = requestIds.map((id) => `<code>${escape(id)}</code>`).join('<br>');
  const optional = isOptional ? ' (optional)' : '';
  return `<tr><td>${number}</td><td><strong>${escape(title)}</strong>${optional}<br>${escape(advice)}</td><td class="${verdict}">${verdict}</td><td>${calls}</td></tr>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
