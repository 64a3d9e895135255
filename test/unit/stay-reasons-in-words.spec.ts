import { reasonInWords } from '../../web/stays/reasons';

describe('the reasons against a stay on the page', () => {
  it('A missing record may be the rooms left or the price, and the page says so', () => {
    const reason = { code: 'noRecord', date: '2026-12-24', value: null, limit: null, since: null } as const;
    expect(reasonInWords(reason)).toMatch(
      /^A record is missing for .*24.*: the rooms left, the price, or both\.$/,
    );
  });
});
