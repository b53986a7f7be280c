/** What a careless or hostile client may send in place of a text: with its name, and with this word inside it. */
export const secret = 'hunter2-never-echo-me'

/** One wrong value of a text field over JSON; `undefined` leaves the field out. */
export const wrongTexts: readonly (readonly [name: string, value: unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['a number', 42],
  ['a boolean', true],
  ['an array', [secret]],
  ['an object', { secret }],
  ['empty', ''],
  ['a text with a NUL character', `${secret}\u0000@example.com`],
  ['a text with a lone surrogate', `${secret}\ud800@example.com`],
]

/** Bodies that no operation with fields can read, as the bytes that are sent. */
export const unreadableBodies: readonly (readonly [name: string, body: string, field: string])[] = [
  ['malformed JSON', `{"email":"${secret}"`, 'body'],
  ['JSON with a trailing comma', `{"email":"${secret}",}`, 'body'],
  ['an array', `["${secret}"]`, 'body'],
  ['a text', `"${secret}"`, 'body'],
  ['null', 'null', 'body'],
  ['a __proto__ key', `{"__proto__":{"email":"${secret}"}}`, 'body'],
  ['a constructor.prototype key', `{"constructor":{"prototype":{"email":"${secret}"}}}`, 'body'],
  ['a byte order mark and nothing else', '\ufeff', 'body'],
]

/** Media types that a browser sends without asking first, and some that only look like JSON. */
export const wrongMediaTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'application/jsonp',
  'application/xml',
  'nonsense',
] as const
