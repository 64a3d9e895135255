import { useState } from 'preact/hooks';
import type { PlansChange } from '../api-types';
import { hrefOf } from '../router';
import type { FoundPlan } from '../search';
import { Dialog } from '../ui/dialog';
import { DialogEnd } from '../ui/dialog-end';
import { GuardsForm } from './guards-form';
import { PlanChooser } from './plan-chooser';
import type { ChangeKind } from './change-in-words';
import { changedInWords } from './change-in-words';
import { plansInWords } from './plans-in-words';
import { RulesForm } from './rules-form';

/** Changes the rules or guards of many plans at once. A person chooses the plans, and then the change, with a preview. */
export function PlansDialog({
  kind,
  onSaved,
  onClose,
}: {
  kind: ChangeKind;
  onSaved: () => void;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, FoundPlan>>(new Map());
  const [isChoosing, setChoosing] = useState(true);
  const Form = kind === 'rules' ? RulesForm : GuardsForm;
  const [isSaving, setSaving] = useState(false);
  const [done, setDone] = useState<PlansChange>();
  return (
    <Dialog
      title={
        isChoosing ? `Change ${kind}: which plans?` : `Change the ${kind} of ${plansInWords(chosen.size)}`
      }
      unsaved={chosen.size > 0 && !isSaving && !done ? `The ${kind} are not changed yet.` : null}
      wide
      onClose={onClose}
    >
      {done ? (
        <Done change={done} kind={kind} onClose={onClose} />
      ) : isChoosing ? (
        <PlanChooser kind={kind} chosen={chosen} onChange={setChosen} onDone={() => setChoosing(false)} />
      ) : (
        <Form
          plans={[...chosen.values()]}
          onBack={() => setChoosing(true)}
          onSaving={setSaving}
          onSaved={(change) => {
            setDone(change);
            onSaved();
          }}
        />
      )}
    </Dialog>
  );
}

function Done({ change, kind, onClose }: { change: PlansChange; kind: ChangeKind; onClose: () => void }) {
  const [requestId] = change.requestIds;
  return (
    <DialogEnd onClose={onClose}>
      <p>{changedInWords(change, kind)}</p>
      {requestId !== undefined && (
        <p>
          <a href={hrefOf(`journal/${requestId}`)}>Its journal entry</a>, which can undo the change.
        </p>
      )}
    </DialogEnd>
  );
}
