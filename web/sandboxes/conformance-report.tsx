import type { Conformance } from '../api-types';
import { hrefOf } from '../router';
import { useApi } from '../session';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';

/** The number of calls of a scenario that have links. */
const MAX_CALLS = 3;

const REFRESH_MS = 3_000;

/** The scenarios of a sandbox with their verdicts, updated regularly. */
export function ConformanceReport({ sandboxId }: { sandboxId: string }) {
  const api = useApi();
  const { data: report, error } = useLoad(
    (signal) => api.get<Conformance>(`sandboxes/${sandboxId}/conformance`, {}, signal),
    [api, sandboxId],
    REFRESH_MS,
  );
  if (!report) return error ? <Failure error={error} /> : <Loading what="conformance" />;
  return (
    <section aria-labelledby="conformance">
      <h2 id="conformance">
        <bdi>{report.sandbox.name}</bdi>: {report.passed} of {report.total} scenarios passed
      </h2>
      {error && <Failure error={error} />}
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Scenarios">
        <table class="cards-when-narrow">
          <thead>
            <tr>
              <th scope="col">Scenario</th>
              <th scope="col">Verdict</th>
              <th scope="col">What to do</th>
              <th scope="col">Calls</th>
            </tr>
          </thead>
          <tbody>
            {report.scenarios.map(({ id, title, isOptional, verdict, advice, requestIds }) => (
              <tr key={id}>
                <td>
                  {title}
                  {isOptional && ' (optional)'}
                </td>
                <td data-label="Verdict">
                  <span class={verdict === 'failed' ? 'badge outcome-refused' : 'badge'}>{verdict}</span>
                </td>
                <td data-label="What to do">{advice}</td>
                <td data-label="Calls">
                  {requestIds.length > MAX_CALLS && (
                    <span class="muted block">
                      the last {MAX_CALLS} of {requestIds.length}
                    </span>
                  )}
                  {requestIds.slice(-MAX_CALLS).map((requestId, index) => (
                    <a key={requestId} class="block" href={hrefOf(`journal/${requestId}`)}>
                      Call {Math.max(0, requestIds.length - MAX_CALLS) + index + 1}
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
