import { hiddenInWords } from '../../web/feed-health/hidden-hotels';

const hotel = (heldPrices = 0) => ({
  silentRooms: 0,
  heldPrices,
  closures: 0,
  problems: 0,
  largeChanges: 0,
  negativeRooms: 0,
});

describe('hotels that are not listed', () => {
  it.each([
    [[hotel(1), hotel()], 2_011, 1, '2,009 more hotels are not listed: nothing is wrong there.'],
    [[hotel(1)], 2, 2, '1 more hotel is not listed; 1 of them needs attention.'],
    [[hotel(1)], 2_011, 3, '2,010 more hotels are not listed; 2 of them need attention.'],
  ])(
    'The page says how many hotels are hidden if it lists %j of %d hotels, of which %d need attention',
    (listed, total, needingAttention, words) => {
      expect(hiddenInWords(listed, { total, needingAttention })).toBe(words);
    },
  );
});
