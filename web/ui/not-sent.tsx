import { ApiError } from '../api-error';
import type { ChangeSince } from '../api-types';
import { changedValueInWords } from '../journal/changed-value';
import { operationInWords } from '../journal/operations';
import { Moment } from './moment';
import { Failure, fieldInWords } from './status';

/** Shows why a form was not sent. If others have changed the record while it was open, it says who, what and when. */
export function NotSent({ error }: { error: Error }) {
  const changes = (error instanceof ApiError && error.changes) || [];
  if (changes.length === 0) return <Failure error={error} />;
  return (
    <div class="failure" role="alert">
      <p>
        This has changed since you opened it. What you have typed stays, and everything else is as it is now.
        Check it, and try again.
      </p>
      <ul>
        {changes.map((change) => (
          <li key={change.requestId}>
            <strong>
              <bdi>{change.token ?? 'A call without a token'}</bdi>
            </strong>
            , <Moment at={change.at} />: {operationInWords(change.operation)}
            {change.ratePlanId !== null && ` ${change.ratePlanId}`}. {valuesInWords(change)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The changed fields, as "Name: Double → Twin". The id of a created or deleted plan is enough. */
function valuesInWords({ operation, changes }: ChangeSince): string {
  if (operation === 'createRatePlan' || operation === 'deleteRatePlan') return '';
  return Object.entries(changes)
    .map(([field, { from, to }]) => {
      const label = operation === 'changeRatePlans' ? `Rate plan ${field}:` : fieldInWords(field);
      return `${label} ${changedValueInWords(field, from)} → ${changedValueInWords(field, to)}`;
    })
    .join('; ');
}
