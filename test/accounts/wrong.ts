/** Values that a client may send instead of a valid text: with a title, and with this word inside. */
export const secret = 'hunter2-never-echo-me'

/** A wrong value of a text field over JSON. `undefined` omits the field. */
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

/** Invalid bodies, as bytes. */
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

/** Media types that a browser sends without a preflight request, and some that resemble JSON. */
export const wrongMediaTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/json',
  'application/jsonp',
  'application/xml',
  'nonsense',
] as const
