import { placeText } from '../names';
import { planSearch } from '../search';
import { useSession } from '../session';
import { Picker } from '../ui/picker';
import { useLoad } from '../use-load';
import type { Draft } from './rule';
import { GuardFields } from './guard-fields';
import { Decimal, InheritFields, RoundingFields } from './rule-fields';
import { StepFields } from './step-fields';
import { useNames } from '../use-names';

/** The fields of a rate plan: its name, the source of its prices, and its guard. */
export function PlanFields({
  draft,
  isNew,
  planId,
  onChange,
}: {
  draft: Draft;
  isNew: boolean;
  planId: string | null;
  onChange: (draft: Draft) => void;
}) {
  const set = (changes: Partial<Draft>) => onChange({ ...draft, ...changes });
  const { api, names } = useSession();
  const parentRoomId = useLoad(
    async () => (draft.from === '' ? null : names.findRoom(draft.from)),
    [names, draft.from],
  ).data;
  const parentRoom = useNames([parentRoomId ?? null])(parentRoomId ?? '');
  return (
    <>
      <div class="columns">
        <label class="field">
          <span>Name</span>
          <input
            required
            value={draft.name}
            onInput={(event) => set({ name: event.currentTarget.value })}
            autocomplete="off"
          />
        </label>
        <label class="field">
          <span>Currency</span>
          <input
            pattern="[A-Z]{3}"
            placeholder="as EUR"
            value={draft.currency}
            onInput={(event) => set({ currency: event.currentTarget.value.toUpperCase() })}
            autocomplete="off"
          />
        </label>
        {isNew && (
          <label class="field">
            <span>Id, where the platform has one already</span>
            <input
              inputMode="numeric"
              pattern="[0-9]{1,19}"
              value={draft.id}
              onInput={(event) => set({ id: event.currentTarget.value })}
              autocomplete="off"
            />
          </label>
        )}
      </div>
      <fieldset>
        <legend>Derived from</legend>
        <Picker
          label="Another rate plan; empty: its prices are pushed"
          text={draft.from === '' ? '' : placeText(parentRoom, parentRoomId ?? null, draft.from)}
          placeholder="Its hotel, room or name"
          load={planSearch(api, names, undefined, { without: planId ?? '' })}
          onPick={(target) => set({ from: target?.ratePlanId ?? '' })}
        />
        {draft.from !== '' && (
          <>
            <StepFields steps={draft.steps} currency={draft.currency} onChange={(steps) => set({ steps })} />
            <div class="columns">
              <RoundingFields draft={draft} currency={draft.currency} set={set} />
              <Decimal
                label="Minimum"
                unit={draft.currency}
                value={draft.minimum}
                onInput={(minimum) => set({ minimum })}
              />
              <Decimal
                label="Maximum"
                unit={draft.currency}
                value={draft.maximum}
                onInput={(maximum) => set({ maximum })}
              />
            </div>
            <fieldset>
              <legend>Restrictions that follow the other plan</legend>
              <InheritFields draft={draft} set={set} />
            </fieldset>
          </>
        )}
      </fieldset>
      {draft.from === '' && (
        <fieldset>
          <legend>Guard: prices that are held for a decision when they are pushed</legend>
          <GuardFields guard={draft.guard} currency={draft.currency} onChange={(guard) => set({ guard })} />
        </fieldset>
      )}
    </>
  );
}
