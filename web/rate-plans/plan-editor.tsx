import { useState } from 'preact/hooks';
import type { RatePlan } from '../api-types';
import { useSession } from '../session';
import { DeleteRecord } from '../ui/delete-record';
import { Dialog } from '../ui/dialog';
import { DialogForm } from '../ui/dialog-form';
import { Place } from '../ui/place';
import { Failure, Loading } from '../ui/status';
import { useRecord } from '../use-record';
import { PlanFields } from './plan-fields';
import { RulePreview } from './rule-preview';
import type { Draft } from './rule';
import { bodyOf, derivationOf, draftOf, rebaseDraft, ruleInWords } from './rule';

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
  const path = planId === null ? null : `ratePlans/${planId}`;
  const form = useRecord<RatePlan, Draft>(path, draftOf, rebaseDraft);
  const { draft, setDraft, loadError } = form;
  const [isDeleting, setDeleting] = useState(false);
  const plan = form.record ?? null;

  const save = async (body: object) => {
    if (path && Object.keys(body).length === 0) {
      onClose();
      return;
    }
    const isSaved = await form.send((tag) =>
      path ? api.patch(path, body, tag) : api.post(`rooms/${roomId}/ratePlans`, body),
    );
    if (!isSaved) return;
    onClose();
    names.forget();
    onSaved(`${draft?.name ?? 'The rate plan'} is saved.`);
  };
  if (isDeleting && plan) {
    return (
      <DeleteRecord
        what="a rate plan"
        path={`ratePlans/${plan.id}`}
        consequence="All its prices are deleted with it."
        onDeleted={(name) => onSaved(`${name} is deleted.`)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      title={plan ? <bdi class="long-name">{plan.name}</bdi> : 'New rate plan'}
      unsaved={form.isChanged ? 'Your changes of the rate plan are not saved.' : null}
      wide
      onClose={onClose}
    >
      <p class="muted">
        <Place roomId={plan?.roomId ?? roomId} />
      </p>
      {loadError && <Failure error={loadError} retry={form.reload} />}
      {!draft && !loadError && <Loading what="the rate plan" />}
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
          error={form.error}
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
