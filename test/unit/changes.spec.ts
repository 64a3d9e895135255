import { changesOf } from '../../src/push/journal/changes';

describe('the changes of a record', () => {
  it('are the fields whose values differ', () => {
    expect(changesOf({ name: 'Double', adults: 2 }, { name: 'Twin', adults: 2 })).toEqual({
      name: { from: 'Double', to: 'Twin' },
    });
  });

  it('come from null where the record is new', () => {
    expect(changesOf(null, { name: 'Twin', adults: null })).toEqual({ name: { from: null, to: 'Twin' } });
  });

  it('go to null where the record is deleted', () => {
    expect(changesOf({ name: 'Twin', adults: null }, null)).toEqual({ name: { from: 'Twin', to: null } });
  });

  it('compare what a field holds, however deep', () => {
    const before = { derivation: { steps: [{ percent: '-10' }] } };
    expect(changesOf(before, { derivation: { steps: [{ percent: '-10' }] } })).toEqual({});
    const after = { derivation: { steps: [{ percent: '-12' }] } };
    expect(changesOf(before, after)).toEqual({
      derivation: { from: before.derivation, to: after.derivation },
    });
  });

  it('take a field that is missing for one that is null', () => {
    expect(changesOf<{ name?: string | null }>({}, { name: null })).toEqual({});
  });

  it('are none where there was nothing and is nothing', () => {
    expect(changesOf(null, null)).toEqual({});
  });
});
