import { useState } from 'preact/hooks';
import type { PlansChange } from '../api-types';
import { formatCount } from '../format';
import { hrefOf } from '../router';
import type { FoundPlan } from '../search';
import { Dialog } from '../ui/dialog';
import { DialogEnd } from '../ui/dialog-end';
import { GuardsForm } from './guards-form';
import { PlanChooser } from './plan-chooser';
import type { ChangeKind } from './change-in-words';
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
  const [done, setDone] = useState<PlansChange>();
  return (
    <Dialog
      title={
        isChoosing ? `Change ${kind}: which plans?` : `Change the ${kind} of ${plansInWords(chosen.size)}`
      }
      unsaved={chosen.size > 0 && !done ? `The ${kind} are not changed yet.` : null}
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
      <p>
        The {kind} of {plansInWords(change.changed)} are changed
        {kind === 'rules' && `, and ${formatCount(change.prices + change.derived)} prices with them`}.
      </p>
      {requestId !== undefined && (
        <p>
          <a href={hrefOf(`journal/${requestId}`)}>Its journal entry</a>, which can undo the change.
        </p>
      )}
    </DialogEnd>
  );
}
