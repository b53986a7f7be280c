import { describe, expect, it } from 'vitest'
import { listCodeKeys, readCodeAddress } from '../../../src/modules/publishing/links/rules/code-address.ts'

/** The code that an address names on the host of the service, in lower case. */
function read(path: string) {
  const { code, isPreview, query } = readCodeAddress(decodeURIComponent(path.split('?', 1)[0] ?? ''), `/${path}`)
  const [key = ''] = listCodeKeys(code, false)
  return `${key}${isPreview ? '+' : ''}${query.parameters.length > 0 ? `?${query}` : ''}`
}

describe('the address of a link', () => {
  it.each(['spring', 'Spring-26', 'spring?a=1', 'spring+', 'spring%2B', 'spring+?a=1'])(
    'is read as it is: %s',
    (path) => {
      expect(read(path)).toBe(path.replace('%2B', '+').toLowerCase())
    },
  )

  it.each([
    '.',
    ',',
    ')',
    ';',
    ':',
    '!',
    "'",
    '"',
    '%22',
    '%3E',
    '%5D',
    '%7D',
    '*',
    '_',
    '...',
    ').',
    '%E2%80%9D',
    '%E2%80%A6',
    '%E2%80%8B',
    '%EF%BB%BF',
    '%C2%A0',
    '%E2%80%8E',
    '%C2%AD',
    '%0D%0A',
    '%00',
    '%25',
    '|',
    '%E3%80%82',
    '%EF%BC%89',
    '%EF%BC%8C%E8%B0%A2%E8%B0%A2',
    '%E2%80%99s',
    '%23',
    '%23top',
    '&',
    '&quot;',
    '&gt;',
    '&%2339;',
    '&nbsp;',
  ])('drops %s after the code', (appended) => {
    expect(read(`spring${appended}`)).toBe('spring')
    expect(read(`spring${appended}?a=1`)).toBe('spring?a=1')
  })

  it.each(['+.', '+)', '%2B%22', '+%E2%80%8B', '+%C2%A0'])('keeps the preview of spring%s', (appended) => {
    expect(read(`spring${appended}`)).toBe('spring+')
  })

  it.each([
    ['spring&utm_source=x', 'spring?utm_source=x'],
    ['spring&utm_source=x&utm_medium=y', 'spring?utm_source=x&utm_medium=y'],
    ['spring&a=1%262', 'spring?a=1%262'],
    ['spring&a=b%20c?d=e', 'spring?a=b%20c&d=e'],
    ['spring&qr', 'spring?qr'],
    ['spring&amp;a=1&amp;b=2', 'spring?a=1&b=2'],
    ['spring%26a=1', 'spring?a=1'],
    ['spring%3Fqr=1', 'spring?qr=1'],
    ['spring%3Fqr%3D1%26a%3D2', 'spring?qr=1&a=2'],
    ['spring%3Fa%3Db%2520c', 'spring?a=b%20c'],
    ['spring%3Fa=1%23top', 'spring?a=1'],
    ['spring.%3Fa=1', 'spring?a=1'],
    ['spring+&a=1', 'spring+?a=1'],
    ['spring%3F', 'spring'],
  ])('reads %s as %s', (path, expected) => {
    expect(read(path)).toBe(expected)
  })

  it.each(['rock&roll', '.spring', 'spr.ing', 'spring%20sale', '%E6%98%A5', '...', '&a=1', ''])(
    'is no shorter for %s',
    (path) => {
      expect(read(path)).not.toMatch(/^[A-Za-z0-9-]{2,}/.test(path) ? /^(?:rock|spr|spring)$/ : /^spring/)
    },
  )

  it.each([
    ['spring', ['spring']],
    ['a--b', ['a--b']],
    ['Spring.', ['spring.', 'spring']],
    ['spring_', ['spring_', 'spring']],
    ['spring_.', ['spring_.', 'spring_', 'spring']],
    ['_ab__Cd', ['_ab__cd', 'ab-cd']],
    ['a--b.', ['a--b.', 'a--b']],
    ['v1.2', ['v1.2', 'v1-2']],
    ['ab_cd）', ['ab_cd', 'ab-cd']],
    ['..', []],
    ['.env', ['.env']],
    ['rock&roll', []],
    ['a/b_c', []],
  ])('names on a domain, for %s: %j', (code, keys) => {
    expect(listCodeKeys(code, true)).toEqual(keys)
    expect(listCodeKeys(code, false)).toEqual(keys.filter((key) => /^[a-z0-9-]+$/.test(key)))
  })

  it('is read in linear time', () => {
    const startedAt = performance.now()
    for (const text of ['.', '_', '._)', '&', '+', '%', '）', 'a.', '&amp;', '&a='])
      listCodeKeys(readCodeAddress(`x${text.repeat(8_000)}`, `/x${text.repeat(8_000)}`).code, true)
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })
})
