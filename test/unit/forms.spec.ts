import type { RatePlan, Room } from '../../web/api-types';
import type { Draft } from '../../web/rate-plans/rule';
import { bodyOf, draftOf, rebaseDraft } from '../../web/rate-plans/rule';
import { roomBodyOf, roomDraftOf } from '../../web/rate-plans/room-draft';
import { rebase } from '../../web/rebase';

const ROOM: Room = {
  id: '1',
  name: 'Double',
  propertyName: 'Hotel Bar',
  propertyCode: null,
  totalRooms: 5,
  maximumGuests: 2,
  adults: 2,
  children: 0,
  sandboxId: null,
  ratePlans: [],
};
const EDITED: Room = { ...ROOM, totalRooms: 8, maximumGuests: 4, adults: 3, children: 1 };
const RULE = draftOf(null);
const PLAN: RatePlan = {
  id: '13',
  roomId: '1',
  name: 'Early',
  currency: 'EUR',
  derivation: {
    from: '12',
    steps: [{ percent: '-10' }],
    rounding: { mode: 'up', increment: '0.5' },
    minimum: '40',
    maximum: null,
    inherit: RULE.inherit,
  },
  guard: null,
};

describe('the form of a room', () => {
  it('The form of a room sends what the person changed, and nothing else', () => {
    const draft = roomDraftOf(ROOM);
    expect(roomBodyOf(draft, ROOM)).toEqual({});
    expect(roomBodyOf({ ...draft, name: 'Twin' }, ROOM)).toEqual({ name: 'Twin' });
    const counts = { ...draft.counts, adults: '', children: '00' };
    expect(roomBodyOf({ ...draft, counts, propertyName: '' }, ROOM)).toEqual({
      propertyName: null,
      adults: null,
    });
  });

  it('The form of a room sends a number below 0 only if the person typed that number', () => {
    const room = { ...ROOM, totalRooms: -1 };
    const draft = { ...roomDraftOf(room), name: 'Twin' };
    expect(draft.counts.totalRooms).toBe('-1');
    expect(roomBodyOf(draft, room)).toEqual({ name: 'Twin' });
    const typed = { ...draft, counts: { ...draft.counts, adults: '-2' } };
    expect(roomBodyOf(typed, room)).toEqual({ name: 'Twin', adults: -2 });
  });

  it('The form of a new room sends every field', () => {
    const draft = { ...roomDraftOf(null), id: '77', name: 'Twin' };
    const empty = { totalRooms: null, maximumGuests: null, adults: null, children: null };
    expect(roomBodyOf(draft, null)).toEqual({
      ...{ id: '77', name: 'Twin', propertyName: null, propertyCode: null },
      ...empty,
    });
  });

  it('The form of a room keeps what the person typed and takes the rest from a room that others have changed', () => {
    const before = roomDraftOf(ROOM);
    const typed = { ...before, name: 'Twin', counts: { ...before.counts, adults: '1' } };
    const next = rebase(typed, before, roomDraftOf(EDITED));
    expect(next).toEqual({
      ...before,
      name: 'Twin',
      counts: { totalRooms: '8', maximumGuests: '4', adults: '1', children: '1' },
    });
    expect(roomBodyOf(next, EDITED)).toEqual({ name: 'Twin', adults: 1 });
  });
});

describe('the form of a rate plan', () => {
  const before = draftOf(PLAN);
  const rebased = (typed: Partial<Draft>, now: RatePlan) =>
    bodyOf(rebaseDraft({ ...before, ...typed }, before, draftOf(now)), now);

  it('The form of a rate plan sends a rule as a whole, and only if the person changed the rule', () => {
    expect(bodyOf(before, PLAN)).toEqual({});
    expect(bodyOf({ ...before, minimum: '' }, PLAN)).toEqual({
      derivation: { ...PLAN.derivation, minimum: null },
    });
  });

  it('The form of a rate plan takes back no part of a rule that others have changed', () => {
    const now = {
      ...PLAN,
      name: 'Early bird',
      derivation: { ...PLAN.derivation, steps: [{ percent: '-15' }] },
    } as RatePlan;
    expect(rebased({ currency: 'CHF' }, now)).toEqual({ currency: 'CHF' });
    expect(rebased({ minimum: '50' }, now)).toEqual({ derivation: { ...now.derivation, minimum: '50' } });
    const guard = { ...before.guard, minimum: '30' };
    const held = { minimum: null, maximum: '900', maxDecreasePercent: null, maxIncreasePercent: null };
    expect(rebased({ guard }, { ...now, guard: held })).toEqual({ guard: { ...held, minimum: '30' } });
  });

  it('The form of a rate plan keeps a changed rule in sight, even if others have removed the derivation', () => {
    const now = { ...PLAN, derivation: null };
    expect(rebased({ name: 'Bird' }, now)).toEqual({ name: 'Bird' });
    expect(rebased({ minimum: '50' }, now)).toMatchObject({ derivation: { from: '12', minimum: '50' } });
    expect(rebased({ from: '' }, now)).toEqual({});
  });
});
