import type { WholeJournalEntry } from '../api-types';
import { fieldInWords } from '../ui/status';
import { useNames } from '../use-names';
import { changedValueInWords } from './changed-value';

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
              <td class="name-cell">{changedValueInWords(field, from)}</td>
              <td class="name-cell strong">{changedValueInWords(field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
