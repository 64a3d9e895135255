import type { RatePlan, Room } from '../api-types';
import { useQueryState } from '../router';
import { ruleInWords } from './rule';

interface Node {
  plan: RatePlan;
  room: Room;
  children: Node[];
}

/** How the plans of some rooms derive from one another, as a picture: each under the one that it comes from. */
export function PlanTree({ property, rooms }: { property: string | null; rooms: Room[] }) {
  const roots = forestOf(rooms);
  if (roots.length === 0) return <p class="muted">These rooms have no rate plans yet.</p>;
  return (
    <div
      class="tree-scroll"
      tabIndex={0}
      role="region"
      aria-label={`Derivations of ${property ?? 'rooms without a property'}`}
    >
      <Branches nodes={roots} />
    </div>
  );
}

function Branches({ nodes }: { nodes: Node[] }) {
  return (
    <ul class="tree">
      {nodes.map((node) => (
        <li key={node.plan.id}>
          <PlanBox {...node} />
          {node.children.length > 0 && <Branches nodes={node.children} />}
        </li>
      ))}
    </ul>
  );
}

function PlanBox({ plan, room }: Node) {
  const [, change] = useQueryState();
  const { derivation } = plan;
  return (
    <button
      type="button"
      class={`plan-box ${derivation ? '' : 'is-root'}`}
      onClick={() => change({ plan: plan.id })}
    >
      <span class="plan-name">
        <bdi>{plan.name}</bdi>
      </span>
      <span class="small muted plan-name">
        <bdi>{room.name}</bdi> · {plan.currency} · {plan.id}
      </span>
      <span class="small rule">{derivation ? ruleInWords(derivation) : 'prices are pushed'}</span>
    </button>
  );
}

/** A plan whose parent is not among these rooms stands at the top. */
function forestOf(rooms: Room[]): Node[] {
  const nodes = new Map(
    rooms.flatMap((room) => room.ratePlans.map((plan) => [plan.id, { plan, room, children: [] as Node[] }])),
  );
  const roots: Node[] = [];
  for (const node of nodes.values()) {
    const parent = node.plan.derivation && nodes.get(node.plan.derivation.from);
    (parent ? parent.children : roots).push(node);
  }
  return roots;
}
