import type { Derivation, ImportResult } from '../api-types';
import { counted, formatCount } from '../format';
import { ruleInWords } from './rule';

type Change = ImportResult['lines'][number]['changes'][number];

const MAX_ROWS = 500;

const WORDS: Record<Change['operation'], string> = {
  createRoom: 'New room',
  changeRoom: 'Room changes',
  createRatePlan: 'New rate plan',
  changeRatePlan: 'Rate plan changes',
};

const FIELDS: Record<string, string> = {
  name: 'name',
  propertyName: 'hotel',
  propertyCode: 'hotel code',
  totalRooms: 'rooms',
  maximumGuests: 'guests',
  adults: 'adults',
  children: 'children',
  currency: 'currency',
  derivation: 'rule',
};

/** The effect that an import would have on each line, with the reasons of refusals. */
export function ImportPreview({ preview }: { preview: ImportResult }) {
  const { created, changed, unchanged, lines } = preview;
  const problems = lines.flatMap(({ line, problems }) => problems.map((problem) => ({ line, ...problem })));
  const changes = lines.flatMap(({ line, changes }) => changes.map((change) => ({ line, ...change })));
  return (
    <section aria-label="Preview">
      <p role="status">
        {problems.length > 0 && (
          <strong>{counted(problems.length, 'problem')}: nothing can be imported yet. </strong>
        )}
        {formatCount(created)} new, {formatCount(changed)} changed, {formatCount(unchanged)} unchanged.
      </p>
      {problems.length > 0 && (
        <ul class="import-problems">
          {problems.slice(0, MAX_ROWS).map(({ line, column, message }, index) => (
            <li key={index}>
              <strong>
                Line {line}
                {column !== null && `, ${column}`}:
              </strong>{' '}
              {message}
            </li>
          ))}
          {problems.length > MAX_ROWS && <li>and {formatCount(problems.length - MAX_ROWS)} more</li>}
        </ul>
      )}
      {changes.length > 0 && (
        <div class="table-scroll import-changes" tabIndex={0} role="region" aria-label="Changes">
          <table class="cards-when-narrow">
            <thead>
              <tr>
                <th scope="col" class="number">
                  Line
                </th>
                <th scope="col">What</th>
                <th scope="col">Name</th>
                <th scope="col">Values</th>
              </tr>
            </thead>
            <tbody>
              {changes.slice(0, MAX_ROWS).map((change) => (
                <tr key={`${change.roomId},${change.ratePlanId}`}>
                  <td class="number" data-label="Line">
                    {change.line}
                  </td>
                  <td>{WORDS[change.operation]}</td>
                  <td>
                    <bdi>{change.name}</bdi> <span class="ids">{change.ratePlanId ?? change.roomId}</span>
                  </td>
                  <td>{valuesOf(change).join(' · ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {changes.length > MAX_ROWS && (
            <p class="muted">and {formatCount(changes.length - MAX_ROWS)} more</p>
          )}
        </div>
      )}
    </section>
  );
}

/** The new values, and the old ones if the record exists: "rooms 4 → 6". */
function valuesOf({ operation, changes }: Change): string[] {
  const isNew = operation === 'createRoom' || operation === 'createRatePlan';
  return Object.entries(changes)
    .filter(([field]) => field in FIELDS && !(isNew && field === 'name'))
    .map(([field, { from, to }]) => {
      const values = isNew ? valueText(to) : `${valueText(from)} → ${valueText(to)}`;
      return `${FIELDS[field]} ${values}`;
    });
}

function valueText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!value) return 'none';
  const rule = value as Derivation;
  return `price of ${rule.from}, ${ruleInWords(rule)}`;
}
