import { useEffect, useState } from 'preact/hooks';
import type { RatePlan } from '../api-types';
import { useSession } from '../session';
import { ConfirmName } from '../ui/confirm-name';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Place } from '../ui/place';
import { Failure, Loading } from '../ui/status';
import { useLoad } from '../use-load';
import { PlanFields } from './plan-fields';
import { RulePreview } from './rule-preview';
import type { Draft } from './rule';
import { bodyOf, derivationOf, draftOf, ruleInWords } from './rule';

/** The form of a rate plan, with a preview of the prices by its rule. */
export function PlanEditor({
  planId,
  roomId,
  onSaved,
  onClose,
}: {
  planId: string | null;
  roomId: string | null;
  onSaved: (message: string) => void;
  onClose: () => void;
}) {
  const { api, names, isAdmin } = useSession();
  const loaded = useLoad(
    async (signal) => (planId === null ? null : api.get<RatePlan>(`ratePlans/${planId}`, {}, signal)),
    [planId],
  );
  const [draft, setDraft] = useState<Draft>();
  const [error, setError] = useState<Error>();
  const [isDeleting, setDeleting] = useState(false);
  const plan = loaded.data ?? null;
  const isChanged = draft !== undefined && JSON.stringify(draft) !== JSON.stringify(draftOf(plan));
  useEffect(() => {
    if (loaded.data !== undefined) setDraft(draftOf(loaded.data));
  }, [loaded.data]);

  const done = () => {
    onClose();
    names.forget();
    onSaved(`${draft?.name ?? 'The rate plan'} is saved.`);
  };
  const save = async (body: object) => {
    try {
      await (plan ? api.patch(`ratePlans/${plan.id}`, body) : api.post(`rooms/${roomId}/ratePlans`, body));
      done();
    } catch (failure) {
      setError(failure as Error);
    }
  };
  if (isDeleting && plan) {
    return (
      <ConfirmName
        what="a rate plan"
        name={plan.name}
        consequence="All its prices are deleted with it."
        onDelete={async (confirm) => {
          await api.delete(`ratePlans/${plan.id}?${new URLSearchParams({ confirm }).toString()}`);
          names.forget();
          onSaved(`${plan.name} is deleted.`);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title={plan ? <bdi class="long-name">{plan.name}</bdi> : 'New rate plan'}
      unsaved={isChanged ? 'Your changes of the rate plan are not saved.' : null}
      wide
      onClose={onClose}
    >
      <p class="muted">
        <Place roomId={plan?.roomId ?? roomId} />
      </p>
      {loaded.error && <Failure error={loaded.error} retry={loaded.reload} />}
      {!draft && !loaded.error && <Loading what="the rate plan" />}
      {plan && !isAdmin && (
        <p>
          {plan.derivation
            ? `Derived from another plan: ${ruleInWords(plan.derivation)}.`
            : 'Its prices are pushed.'}
        </p>
      )}
      {draft && isAdmin && (
        <DialogForm
          action="Save"
          error={error}
          beside={
            plan && (
              <button type="button" class="push-right" onClick={() => setDeleting(true)}>
                Delete …
              </button>
            )
          }
          onSubmit={() => void save(bodyOf(draft, plan))}
          onCancel={onClose}
        >
          <PlanFields draft={draft} isNew={plan === null} planId={planId} onChange={setDraft} />
          <RulePreview ratePlanId={planId} derivation={derivationOf(draft)} />
        </DialogForm>
      )}
    </Dialog>
  );
}
