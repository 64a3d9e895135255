import {
  effectiveNights,
  isFlag,
  MAX_NIGHTS,
  namedRestrictions,
  RESTRICTIONS,
  withRestriction,
} from '../../src/calendar/restrictions';

describe('the restrictions of a date', () => {
  it('Packed restrictions are read by name: true for a flag, the nights for a stay', () => {
    let packed = withRestriction(0, 'closedToArrival', 1);
    packed = withRestriction(packed, 'minStayThrough', 3);
    packed = withRestriction(packed, 'maxStay', MAX_NIGHTS);
    expect(namedRestrictions(packed)).toEqual({
      closedToArrival: true,
      minStayThrough: 3,
      maxStay: MAX_NIGHTS,
    });
    expect(namedRestrictions(0)).toEqual({});
  });

  it('The flags are the restrictions without nights', () => {
    expect(RESTRICTIONS.filter(isFlag)).toEqual(['stopSell', 'closedToArrival', 'closedToDeparture']);
  });

  it('A minimum stay of one night restricts nothing, but a maximum stay of one night does', () => {
    const nights = ['minStayArrival', 'minStayThrough', 'maxStay'] as const;
    expect(nights.map((name) => effectiveNights(name, 1))).toEqual([0, 0, 1]);
    expect(nights.map((name) => effectiveNights(name, 2))).toEqual([2, 2, 2]);
  });
});
