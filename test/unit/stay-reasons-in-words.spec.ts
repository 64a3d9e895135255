import { reasonInWords } from '../../web/stays/reasons';

describe('the reasons against a stay on the page', () => {
  it('The page says that a missing record is the rooms left, the price, or both', () => {
    const reason = { code: 'noRecord', date: '2026-12-24', value: null, limit: null, since: null } as const;
    expect(reasonInWords(reason)).toMatch(
      /^A record is missing for .*24.*: the rooms left, the price, or both\.$/,
    );
  });
});
