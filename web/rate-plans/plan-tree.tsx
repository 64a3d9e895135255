import type { RatePlan, Room } from '../api-types';
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

/** The plans of a room, each below its parent. */
export function PlanTree({ room, rooms }: { room: Room; rooms: Room[] }) {
  const roots = forestOf(room);
  if (roots.length === 0) return <p class="small muted">No rate plans yet.</p>;
  return (
    <div class="tree-scroll" tabIndex={0} role="region" aria-label={`Rate plans of ${room.name}, ${room.id}`}>
      <Branches nodes={roots} rooms={rooms} isTop />
    </div>
  );
}

function Branches({ nodes, rooms, isTop }: { nodes: Node[]; rooms: Room[]; isTop: boolean }) {
  const [, change] = useQueryState();
  return (
    <ul class="tree">
      {nodes.map(({ plan, children }) => (
        <li key={plan.id}>
          <button type="button" class="plan-line" onClick={() => change({ plan: plan.id })}>
            <bdi class="strong">{plan.name}</bdi>{' '}
            <span class="small muted">
              {plan.derivation ? ruleInWords(plan.derivation) : 'prices are pushed'} · {plan.currency}
            </span>{' '}
            {isTop && plan.derivation && <FromElsewhere ratePlanId={plan.derivation.from} rooms={rooms} />}
            <span class="ids">{plan.id}</span>
          </button>
          {children.length > 0 && <Branches nodes={children} rooms={rooms} isTop={false} />}
        </li>
      ))}
    </ul>
  );
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
