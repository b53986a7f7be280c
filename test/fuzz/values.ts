import type { Random } from '../anomalies/random.ts'

/** Texts that have broken parsers, databases, pages and logs. */
export const oddTexts: readonly string[] = [
  '',
  ' ',
  '0',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  '\u202e',
  'İ',
  "'; drop table link; --",
  '{@me}',
  '{destination}',
  '{{7*7}}',
  '%00',
  '%c0%af',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://',
  'http://[::1',
  'https://user:secret@example.com/',
  'https://example.com/\r\nSet-Cookie: a=b',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
  '1e309',
  '-1',
  '9007199254740993',
  'DE,-FR',
  ',',
  '-',
  'a'.repeat(5000),
  '💥'.repeat(300),
]

export function pick<T>(random: Random, values: readonly T[]): T {
  return values[random.whole(0, values.length - 1)] as T
}

/** Any JSON value, seldom of the right type. */
export function oddValue(random: Random): unknown {
  const makers = [
    () => pick(random, oddTexts),
    () => pick(random, [0, -1, 1, 2 ** 31, 2 ** 53, 0.5, -0, 1e308]),
    () => random.next() < 0.5,
    () => null,
    () => [],
    () => [pick(random, oddTexts), null, { a: 1 }],
    () => ({}),
    () => ({ __proto__: null, toString: 'x', nested: { deep: [[[]]] } }),
  ]
  return pick(random, makers)()
}
