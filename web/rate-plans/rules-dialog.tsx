import { useState } from 'preact/hooks';
import type { RuleChange } from '../api-types';
import { formatCount } from '../format';
import { hrefOf } from '../router';
import type { FoundPlan } from '../search';
import { Dialog } from '../ui/dialog';
import { DialogEnd } from '../ui/dialog-end';
import { PlanChooser } from './plan-chooser';
import { plansInWords } from './plans-in-words';
import { RulesForm } from './rules-form';

/** Changes the rules of many plans at once. The user first chooses the plans, and then the change, with a preview. */
export function RulesDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, FoundPlan>>(new Map());
  const [isChoosing, setChoosing] = useState(true);
  const [done, setDone] = useState<RuleChange>();
  return (
    <Dialog
      title={isChoosing ? 'Change rules: which plans?' : `Change the rules of ${plansInWords(chosen.size)}`}
      unsaved={chosen.size > 0 && !done ? 'The rules are not changed yet.' : null}
      wide
      onClose={onClose}
    >
      {done ? (
        <Done change={done} onClose={onClose} />
      ) : isChoosing ? (
        <PlanChooser chosen={chosen} onChange={setChosen} onDone={() => setChoosing(false)} />
      ) : (
        <RulesForm
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

function Done({ change, onClose }: { change: RuleChange; onClose: () => void }) {
  const [requestId] = change.requestIds;
  return (
    <DialogEnd onClose={onClose}>
      <p>
        The rules of {plansInWords(change.changed)} are changed, and{' '}
        {formatCount(change.prices + change.derived)} prices with them.
      </p>
      {requestId !== undefined && (
        <p>
          <a href={hrefOf(`journal/${requestId}`)}>Its journal entry</a>, which can undo the change.
        </p>
      )}
    </DialogEnd>
  );
}
