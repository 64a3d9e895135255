/** Some cells that changed: the positions of their days and plans, in order. */
export interface ChangedCells {
  days: number[];
  plans: number[];
}

export const NO_CHANGE: ChangedCells = { days: [], plans: [] };

/** The values of a room, one for each plan and day, and their differences from the stored values. */
export class CellRows {
  private readonly rows: number[][];
  private changedDays = new Set<number>();
  private changedPlans = new Set<number>();

  /** @param stored rows by plan; an unchanged row stays the same array */
  constructor(private readonly stored: readonly number[][]) {
    this.rows = [...stored];
  }

  /** Returns the values of a plan by day. Callers must not change them. */
  row(plan: number): readonly number[] {
    return this.rows[plan] ?? [];
  }

  /** Returns the values of all plans on a day. */
  on(day: number, missing: number): number[] {
    return this.rows.map((row) => row[day] ?? missing);
  }

  /** @returns whether the value has changed */
  set(plan: number, day: number, value: number): boolean {
    let row = this.rows[plan] ?? [];
    if (row[day] === value) return false;
    if (row === this.stored[plan]) this.rows[plan] = row = [...row];
    row[day] = value;
    this.changedDays.add(day);
    this.changedPlans.add(plan);
    return true;
  }

  get hasChanged(): boolean {
    return this.changedDays.size > 0;
  }

  /** Returns the changed cells since the last call. */
  takeChanged(): ChangedCells {
    const changed = { days: inOrder(this.changedDays), plans: inOrder(this.changedPlans) };
    this.changedDays = new Set();
    this.changedPlans = new Set();
    return changed;
  }

  /** Visits each cell that differs from its stored value, by day and plan, which is the order of the table's key. */
  eachDifference(
    days: number,
    visit: (day: number, plan: number, value: number, stored: number) => void,
  ): void {
    const changed = this.rows.flatMap((row, plan) => (row === this.stored[plan] ? [] : plan));
    if (changed.length === 0) return;
    for (let day = 0; day < days; day++) {
      for (const plan of changed) {
        const [value, stored] = [this.rows[plan]?.[day], this.stored[plan]?.[day]];
        if (value !== undefined && stored !== undefined && value !== stored) visit(day, plan, value, stored);
      }
    }
  }
}

export function inOrder(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((one, other) => one - other);
}
