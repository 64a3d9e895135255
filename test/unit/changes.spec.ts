import { changesOf } from '../../src/push/journal/changes';

describe('the changes of a record', () => {
  it('The changes of a record are the fields whose values differ', () => {
    expect(changesOf({ name: 'Double', adults: 2 }, { name: 'Twin', adults: 2 })).toEqual({
      name: { from: 'Double', to: 'Twin' },
    });
  });

  it('The changes of a new record begin with null', () => {
    expect(changesOf(null, { name: 'Twin', adults: null })).toEqual({ name: { from: null, to: 'Twin' } });
  });

  it('The changes of a deleted record end with null', () => {
    expect(changesOf({ name: 'Twin', adults: null }, null)).toEqual({ name: { from: 'Twin', to: null } });
  });

  it('The comparison of a field includes its nested values', () => {
    const before = { derivation: { steps: [{ percent: '-10' }] } };
    expect(changesOf(before, { derivation: { steps: [{ percent: '-10' }] } })).toEqual({});
    const after = { derivation: { steps: [{ percent: '-12' }] } };
    expect(changesOf(before, after)).toEqual({
      derivation: { from: before.derivation, to: after.derivation },
    });
  });

  it('A missing field equals a null field', () => {
    expect(changesOf<{ name?: string | null }>({}, { name: null })).toEqual({});
  });

  it('A record that was missing and stays missing has no changes', () => {
    expect(changesOf(null, null)).toEqual({});
  });
});
