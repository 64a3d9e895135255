import fc from 'fast-check';
import { gzipSync } from 'node:zlib';

/** The input of an attacker or a broken caller, as fast-check's arbitraries. This file does not depend on the service. */

/** Values as JSON text, because JSON.stringify would write only half of them. */
const SCALARS = [
  ...['null', 'true', '0', '-0', '-1', '0.5', '5.0', '1e0', '1e400', '-1e400', '1e-400', '1E+2'],
  ...['NaN', 'Infinity', '-Infinity', 'undefined', '01', '+1', '.5', '0x10'],
  ...['2147483647', '2147483648', '-2147483649', '9007199254740993', '9223372036854775807'],
  ...['9223372036854775808', '-9223372036854775809', '9999999999.9999', '9999999999.99995', '1'.repeat(400)],
  ...['""', '" "', '"1"', '"-0"', '"1e400"', '"NaN"', '"Infinity"', '"9223372036854775808"', '"1.2e2"'],
  ...[
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\u202e"',
    '"\\r\\n"',
  ],
  ...['"2026-12-01"', '"2026-02-30"', '"0000-01-01"', '"0001-01-01"', '"9999-12-31"', '"10000-01-01"'],
  ...['"2026-12-01T24:00:00Z"', '"2026-12-01T23:59:60Z"', '"2026-W49-2T00:00:00Z"', '"2026-335T00:00:00Z"'],
  ...['"2026-12-01T00:00:00+99:99"', '"9999-12-31T23:59:59-23:59"', '"2099-12-31T10Z"', '"2099-12T00:00Z"'],
  ...[
    '"__proto__"',
    '"constructor"',
    `"${'x'.repeat(201)}"`,
    `"${'\u{1f600}'.repeat(100)}"`,
    '"\'; DROP TABLE room; --"',
  ],
  `[${'[],'.repeat(20_000)}[]]`,
  `[${'{},'.repeat(20_000)}{}]`,
  ...[
    '{}',
    '[]',
    '[null]',
    '[[]]',
    '{"__proto__":{"date":"2026-12-01","price":1e0}}',
    '{"toString":1,"length":-1}',
  ],
];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  '',
  'id',
  '\0',
  '~/',
];

const scalar = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...SCALARS) },
  { weight: 1, arbitrary: fc.json({ stringUnit: 'binary', maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)) },
);

/** The text of a valid value, with some of its nodes in another shape. */
export function mutated(example: unknown): fc.Arbitrary<string> {
  return fc.infiniteStream(fc.tuple(fc.nat(9), scalar, fc.constantFrom(...KEYS))).map((choices) => {
    const mutate = (value: unknown): string => {
      const [how, other, key] = choices.next().value as [number, string, string];
      if (how === 0) return other;
      if (Array.isArray(value)) {
        const items = value.map(mutate);
        return `[${(how === 1 ? [...items, other, ...items] : items).join()}]`;
      }
      if (typeof value !== 'object' || value === null)
        return how === 1 ? `[${JSON.stringify(value)}]` : JSON.stringify(value);
      const members = Object.entries(value).map(
        ([name, member]) => `${JSON.stringify(name)}:${mutate(member)}`,
      );
      if (how === 1) members.push(`${JSON.stringify(key)}:${other}`);
      if (how === 2) members.push(...Object.keys(value).map((name) => `${JSON.stringify(name)}:${other}`));
      if (how === 3) members.shift();
      return `{${members.join()}}`;
    };
    return mutate(example);
  });
}

const times = (text: string, count: number): Buffer => Buffer.from(text.repeat(count));
const MANY = [
  ...[times('[', 500_000), times('[', 50_000), Buffer.concat([times('[', 200_000), times(']', 200_000)])],
  ...[times('{"a":', 100_000), Buffer.from(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
  ...[Buffer.from(`{"name":${'['.repeat(20_000)}1e0${']'.repeat(20_000)}}`)],
  ...[Buffer.from(`[${'0,'.repeat(1_000_000)}0]`), Buffer.from(`[${'{},'.repeat(5_000)}{}]`)],
  ...[Buffer.from(`[${'[],'.repeat(300_000)}[]]`), Buffer.from(`"${'x'.repeat(1_000_000)}"`)],
  ...[
    Buffer.from(`{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":0`).join()}}`),
    Buffer.from(`1${'0'.repeat(1_000_000)}`),
  ],
];

/** Bodies that are not JSON, are too large, or have another encoding. */
export const rawBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constantFrom(...MANY),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  scalar.map((text) => Buffer.from(text)),
  fc.constantFrom(
    Buffer.from('\ufeff[]'),
    Buffer.from('\ufeff[{"date":"2026-12-01"}]', 'utf16le'),
    Buffer.from([0x5b, 0x22, 0xff, 0xfe, 0x22, 0x5d]),
    Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
    gzipSync('[{"date":"2026-12-01","inventoryNumber":1,"price":1}]'),
    gzipSync(Buffer.alloc(10_000_000)),
    Buffer.from('a=1&b[c]=2'),
  ),
);

export const contentType = fc.constantFrom(
  ...[
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=UTF-8',
    'application/jsonp',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    '',
    ';',
    '\u00ff',
  ],
  ...['application/json, text/html', `application/json;${'a'.repeat(4_000)}`, 'APPLICATION/JSON'],
);

/** A value in a path or a query, escaped or not. */
export const urlValue = fc.oneof(
  fc.constantFrom(
    ...['', '0', '-1', '-0', '1.0', '1e0', '1e400', 'NaN', '9223372036854775808', '+1', '%31', '%2531', '１'],
    ...[
      '%00',
      '1%00',
      '%ff',
      '%c0%ae',
      '%ed%a0%80',
      '%',
      '%zz',
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '..%2f..',
      ';',
      '1;a=b',
    ],
    ...[
      '2026-02-30',
      '2026-12-01',
      '0000-00-00',
      '9999-12-31',
      '2026-12-01T00:00:00%2B99:99',
      '2026-W49-2T00:00:00Z',
    ],
    ...[
      '2026-12-01T24:00:00Z',
      '0000-01-01T00:00:00Z',
      '2026-12-01T00:00:00Z',
      '__proto__',
      'constructor',
      "'--",
      '{}',
    ],
    ...[
      'x'.repeat(101),
      'x'.repeat(7_000),
      '9'.repeat(100),
      '019aa5f2-0c6b-7d3e-9f0a-4b8f5d2c1e77',
      '*',
      '%0d%0aX-Evil:1',
    ],
  ),
  fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
);

/** Headers that mean something to other servers, but not here. */
export const oddHeaders = fc.subarray(
  [
    ...[
      'X-HTTP-Method-Override: DELETE',
      'X-Method-Override: PUT',
      'X-Original-URL: /admin/rooms',
      'X-Rewrite-URL: /metrics',
    ],
    ...[
      'X-Request-Id: 00000000-0000-0000-0000-000000000000',
      'X-Forwarded-For: 127.0.0.1',
      'X-Forwarded-Host: evil.example',
    ],
    ...[
      'Accept: application/xml',
      'Accept-Encoding: gzip;q=NaN',
      'Range: bytes=0-1,5-',
      'If-None-Match: *',
      'Origin: null',
    ],
    ...[
      'Content-Encoding: gzip',
      'Cookie: __proto__=1',
      `X-Long: ${'x'.repeat(8_000)}`,
      'Accept-Version: 9.9.9',
    ],
    ...[
      'Upgrade: websocket',
      'Content-Type: text/html',
      'Authorization: Bearer second',
      'Te: trailers',
      'X-Latin: \u00fc\u00ff',
    ],
  ],
  { maxLength: 3 },
);
