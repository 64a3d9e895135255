import type { WholeJournalEntry } from '../api-types';
import { fieldInWords } from '../ui/status';
import { useNames } from '../use-names';
import { changedValueInWords } from './changed-value';

/** A changed field. If several plans were changed, it also has the id of its plan. */
interface ChangedField {
  ratePlanId: string | null;
  field: string;
  from: unknown;
  to: unknown;
}

/** The old and new values of a changed record, in words. */
export function ChangesTable({ entry }: { entry: WholeJournalEntry }) {
  const of = useNames([entry.roomId])(entry.roomId ?? '');
  const isOfPlans = entry.operation === 'changeRatePlans';
  return (
    <section>
      <h2>Changes</h2>
      <table>
        <thead>
          <tr>
            {isOfPlans && <th scope="col">Rate plan</th>}
            <th scope="col">Field</th>
            <th scope="col">Old</th>
            <th scope="col">New</th>
          </tr>
        </thead>
        <tbody>
          {fieldsOf(entry).map(({ ratePlanId, field, from, to }) => (
            <tr key={`${ratePlanId} ${field}`}>
              {ratePlanId !== null && (
                <td class="name-cell">
                  <bdi>{of?.plans.get(ratePlanId)?.name ?? ratePlanId}</bdi>
                </td>
              )}
              <td class="name-cell">{fieldInWords(field).replace(/:$/, '')}</td>
              <td class="name-cell">{changedValueInWords(field, from)}</td>
              <td class="name-cell strong">{changedValueInWords(field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function fieldsOf({ operation, changes }: WholeJournalEntry): ChangedField[] {
  const all = Object.entries(changes ?? {});
  if (operation !== 'changeRatePlans')
    return all.map(([field, { from, to }]) => ({ ratePlanId: null, field, from, to }));
  return all.flatMap(([ratePlanId, { from, to }]) => {
    const [before, after] = [from as Record<string, unknown>, to as Record<string, unknown>];
    return Object.keys(after).map((field) => ({
      ratePlanId,
      field,
      from: before[field],
      to: after[field],
    }));
  });
}
