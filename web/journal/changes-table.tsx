import type { Derivation, WholeJournalEntry } from '../api-types';
import { inWords } from '../format';
import { guardInWords, ruleInWords } from '../rate-plans/rule';
import { fieldInWords } from '../ui/status';
import { useNames } from '../use-names';

/** The old and new values of a changed record, in words. */
export function ChangesTable({ entry }: { entry: WholeJournalEntry }) {
  const of = useNames([entry.roomId])(entry.roomId ?? '');
  return (
    <section>
      <h2>Changes</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{entry.operation === 'changeDerivations' ? 'Rate plan' : 'Field'}</th>
            <th scope="col">Old</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(entry.changes ?? {}).map(([field, { from, to }]) => (
            <tr key={field}>
              <td class="name-cell">
                {entry.operation === 'changeDerivations' ? (
                  <bdi>{of?.plans.get(field)?.name ?? field}</bdi>
                ) : (
                  fieldInWords(field).replace(/:$/, '')
                )}
              </td>
              <td class="name-cell">{inText(field, from)}</td>
              <td class="name-cell strong">{inText(field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function inText(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (isRule(value)) return ruleInWords(value);
  if (field === 'guard') return guardInWords(value);
  if (Array.isArray(value)) return value.map((item) => inText('', item)).join(', ') || 'none';
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, part]) => part !== null);
    return parts.map(([name, part]) => `${inWords(name)}: ${inText(name, part)}`).join('; ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function isRule(value: unknown): value is Derivation {
  return typeof value === 'object' && value !== null && 'steps' in value && 'rounding' in value;
}
