import type { PlansChange } from '../../web/api-types';
import { changeInWords } from '../../web/rate-plans/change-in-words';

describe('the effect of a change of rules in words', () => {
  const change = (restrictions: number[]) => {
    const counts = {
      changed: restrictions.length,
      unchanged: 0,
      prices: 0,
      derived: 0,
      derivedRestrictions: 0,
    };
    return { ...counts, ratePlans: restrictions.map((dates) => ({ restrictions: dates })) } as PlansChange;
  };

  it('The sentence says that it counts a date once for each plan whose restrictions change', () => {
    expect(changeInWords(change([30, 30, 30]), 'rules')).toBe(
      '3 plans get another rule, and 0 prices change; restrictions change on 90 dates, counted once for each plan.',
    );
    expect(changeInWords(change([30, 0]), 'rules')).toMatch(/; restrictions change on 30 dates\.$/);
    expect(changeInWords(change([0]), 'rules')).not.toMatch(/restrictions/);
  });

  it('The sentence about guards says nothing about prices', () => {
    expect(changeInWords({ ...change([0, 0]), unchanged: 1 }, 'guards')).toBe(
      '2 plans get another guard; 1 plan has this guard already.',
    );
    expect(changeInWords(change([]), 'guards')).toBe('Every plan has this guard already: nothing changes.');
  });

  it('The sentence counts the dates on which restrictions of plans below follow', () => {
    expect(changeInWords({ ...change([0]), derivedRestrictions: 12 }, 'rules')).toBe(
      '1 plan gets another rule, and 0 prices change; restrictions of plans below follow on 12 dates.',
    );
  });
});
