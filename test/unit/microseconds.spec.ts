import { momentText, normalizeMoment } from '../../src/platform/dates/microseconds';

describe('the text of a moment', () => {
  it.each([
    [Date.parse('2026-12-01T12:00:00Z') * 1_000, '2026-12-01T12:00:00.000000Z'],
    [Date.parse('2026-12-01T12:00:00.123Z') * 1_000 + 456, '2026-12-01T12:00:00.123456Z'],
    [Date.parse('2026-12-01T12:00:00.999Z') * 1_000 + 9, '2026-12-01T12:00:00.999009Z'],
    [-1, '1969-12-31T23:59:59.999999Z'],
    [0, '1970-01-01T00:00:00.000000Z'],
  ])('The text of %d microseconds has all six fraction digits: %s', (moment, text) => {
    expect(momentText(moment)).toBe(text);
  });
});

describe('the normal form of a moment', () => {
  it.each([
    ['2026-12-01T12:00:00Z', '2026-12-01T12:00:00.000000Z'],
    ['2026-12-01T12:00:00.123456Z', '2026-12-01T12:00:00.123456Z'],
    ['2026-12-01T12:00:00.1234567Z', '2026-12-01T12:00:00.123456Z'],
    ['2026-12-01T14:00:00.5+02:00', '2026-12-01T12:00:00.500000Z'],
    ['0100-01-01T00:00:00+12:00', '0099-12-31T12:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['9999-12-31T23:59:59.25Z', '9999-12-31T23:59:59.250000Z'],
    ['9999-12-31T23:59:59.25-12:00', '9999-12-31T23:59:59.999999Z'],
  ])('The normal form of %s is %s', (text, normalized) => {
    expect(normalizeMoment(text)).toBe(normalized);
  });
});
