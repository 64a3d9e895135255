import { readTraceparent } from '../../src/platform/http/traceparent';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('A traceparent is read as W3C Trace Context defines it', () => {
    const read = { traceId: TRACE, spanId: SPAN };
    expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ ...read, isSampled: true });
    expect(readTraceparent(`00-${TRACE}-${SPAN}-02`)).toEqual({ ...read, isSampled: false });
    expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-is-to-come`)).toEqual({ ...read, isSampled: true });
  });

  it.each([
    ['is empty', ''],
    ['is in capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['has a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['has a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['is of the forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['has more than its version knows', `00-${TRACE}-${SPAN}-01-more`],
    ['came twice', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['is something else', `${TRACE}\n{"level":"error"}`],
  ])('A traceparent counts as missing if it %s', (_, text) => expect(readTraceparent(text)).toBeUndefined());
});
