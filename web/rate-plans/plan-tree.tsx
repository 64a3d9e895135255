import type { RatePlan, Room } from '../api-types';
import { formatPrice } from '../format';
import { placeText } from '../names';
import { useQueryState } from '../router';
import { useSession } from '../session';
import { useLoad } from '../use-load';
import { ruleInWords } from './rule';
import { useNames } from '../use-names';

interface Node {
  plan: RatePlan;
  children: Node[];
}

/** Returns today's price of a plan; null if it is not set, undefined if it is not known yet. */
type PriceOf = (ratePlanId: string) => string | null | undefined;

/** The plans of a room, each below its parent, with today's price. */
export function PlanTree({ room, rooms, priceOf }: { room: Room; rooms: Room[]; priceOf: PriceOf }) {
  const roots = forestOf(room);
  if (roots.length === 0) return <p class="small muted">No rate plans yet.</p>;
  return (
    <div class="tree-scroll" tabIndex={0} role="region" aria-label={`Rate plans of ${room.name}, ${room.id}`}>
      <Branches nodes={roots} rooms={rooms} priceOf={priceOf} isTop />
    </div>
  );
}

function Branches({
  nodes,
  rooms,
  priceOf,
  isTop,
}: {
  nodes: Node[];
  rooms: Room[];
  priceOf: PriceOf;
  isTop: boolean;
}) {
  const [, change] = useQueryState();
  return (
    <ul class="tree">
      {nodes.map(({ plan, children }) => (
        <li key={plan.id}>
          <button type="button" class="plan-line" onClick={() => change({ plan: plan.id })}>
            <bdi class="strong">{plan.name}</bdi>{' '}
            <span class="small muted">
              {plan.derivation ? ruleInWords(plan.derivation) : 'prices are pushed'} ·{' '}
              {priceInWords(priceOf(plan.id), plan.currency)}
            </span>{' '}
            {isTop && plan.derivation && <FromElsewhere ratePlanId={plan.derivation.from} rooms={rooms} />}
            <span class="ids">· {plan.id}</span>
          </button>
          {children.length > 0 && <Branches nodes={children} rooms={rooms} priceOf={priceOf} isTop={false} />}
        </li>
      ))}
    </ul>
  );
}

function priceInWords(price: string | null | undefined, currency: string): string {
  if (price === undefined) return currency;
  return price === null ? `no price today, in ${currency}` : `today ${formatPrice(price)} ${currency}`;
}

/** The parent of a plan, if it belongs to another room. */
function FromElsewhere({ ratePlanId, rooms }: { ratePlanId: string; rooms: Room[] }) {
  const { names } = useSession();
  const known = rooms.find(({ ratePlans }) => ratePlans.some(({ id }) => id === ratePlanId))?.id;
  const roomId = useLoad(async () => known ?? names.findRoom(ratePlanId), [ratePlanId, known]).data;
  const of = useNames([roomId ?? null])(roomId ?? '');
  return <span class="small">from {placeText(of, roomId ?? null, ratePlanId)} </span>;
}

/** A plan whose parent is in another room stands at the top. */
function forestOf({ ratePlans }: Room): Node[] {
  const nodes = new Map(ratePlans.map((plan) => [plan.id, { plan, children: [] as Node[] }]));
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const parent = node.plan.derivation && nodes.get(node.plan.derivation.from);
    (parent ? parent.children : roots).push(node);
  }
  return roots;
}
