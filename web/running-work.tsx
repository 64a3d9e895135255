import { forgetWork, useLeftWork } from './long-work';
import { hrefOf } from './router';
import { ProgressBar } from './ui/progress-bar';
import { RunningLine } from './ui/running-line';
import { Failure } from './ui/status';

/** The work whose dialog is closed, with its progress or its result. */
export function RunningWork() {
  const works = useLeftWork();
  if (works.length === 0) return null;
  return (
    <ul class="plain running-work" aria-label="Running work">
      {works.map(({ id, title, unit, progress, end }) => (
        <li key={id}>
          <RunningLine onDismiss={end && (() => forgetWork(id))}>
            {!end && <ProgressBar progress={progress} label={title} unit={unit} />}
            {end && ('error' in end ? `${title}: there is a problem.` : end.words)}
            {end && 'words' in end && end.requestId !== undefined && (
              <a href={hrefOf(`journal/${end.requestId}`)}>Its journal entry</a>
            )}
          </RunningLine>
          {end && 'error' in end && <Failure error={end.error} />}
        </li>
      ))}
    </ul>
  );
}
