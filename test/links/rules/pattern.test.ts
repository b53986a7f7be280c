import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listCoveringPatterns, parseBlockPattern } from '../../../src/platform/addresses/block-list.ts'
import { InvalidParams } from '../../../src/platform/shared/general.errors.ts'

const read = (text: string, allowPrivate = false) => parseBlockPattern('pattern', text, allowPrivate)
const covers = (pattern: string, address: string) => listCoveringPatterns(address).includes(read(pattern))

/** Undefined for a text that is no pattern, such as one with too many segments. */
const readValid = (text: string): string | undefined => {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof InvalidParams) return undefined
    throw error
  }
}

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
const host = fc.array(label, { minLength: 2, maxLength: 5 }).map((labels) => labels.join('.'))
const segments = fc.array(fc.stringMatching(/^[a-zA-Z0-9_~-]{1,6}$/), { maxLength: 5 })

/** The same text with some letters in upper case. */
const inSomeCase = (text: string, sieve: number) =>
  [...text].map((sign, at) => ((sieve >> (at % 31)) & 1 ? sign.toUpperCase() : sign)).join('')

/** The same segment with some characters percent-encoded, which means the same. */
const encoded = (text: string, sieve: number) =>
  [...text].map((sign, at) => ((sieve >> (at % 31)) & 1 ? `%${sign.charCodeAt(0).toString(16)}` : sign)).join('')

describe('a domain pattern', () => {
  it('covers the domain and its subdomains, in any case, with a trailing dot, any scheme, port, path and query', () => {
    fc.assert(
      fc.property(
        host,
        fc.array(label, { maxLength: 3 }),
        fc.nat(),
        fc.integer({ min: 1, max: 65535 }),
        segments,
        (name, subs, sieve, port, path) => {
          const hostname = inSomeCase([...subs, name].join('.'), sieve)
          for (const scheme of ['http', 'HTTPS'])
            for (const tail of ['', '.', `:${port}`])
              expect(covers(name, `${scheme}://${hostname}${tail}/${path.join('/')}?a=b#c`)).toBe(true)
        },
      ),
    )
  })

  it('does not cover names with the same ending, parent domains, and addresses with the domain in path or query', () => {
    fc.assert(
      fc.property(host, label, (name, word) => {
        const others = [`https://${word}${name}/`, `https://${word}-${name}/`, `https://${name}.${word}x/`]
        const named = [
          `https://x${name}x.test/${name}`,
          `https://${word}.test/?u=https://${name}/`,
          `https://${word}.test/#${name}`,
        ]
        for (const other of [...others, ...named]) expect([other, covers(name, other)]).toEqual([other, false])
        expect(covers(`${word}x.${name}`, `https://${name}/`)).toBe(false)
      }),
    )
  })

  it('is parsed to the same pattern in all spellings, and stays the same when parsed again', () => {
    fc.assert(
      fc.property(host, segments, fc.nat(), (name, path, sieve) => {
        const spelt = [name, ...path].join('/')
        const pattern = spelt.toLowerCase()
        const spellings = [
          spelt,
          `http://${pattern}`,
          `https://${inSomeCase(name, sieve)}./${path.map((each) => encoded(each, sieve)).join('//')}/`,
        ]
        for (const each of [...spellings, `*.${spelt}`, ` ${spelt} `]) expect(read(each)).toBe(pattern)
      }),
    )
  })
})

describe('a pattern with a path', () => {
  it('covers paths that begin with its segments, in any encoding, but not with a longer segment', () => {
    fc.assert(
      fc.property(host, segments, segments, fc.nat(), (name, path, more, sieve) => {
        fc.pre(path.length > 0)
        const pattern = [name, ...path].join('/')
        const spelt = [...path, ...more].map((each) => encoded(each, sieve)).join('/')
        expect(covers(pattern, `https://www.${name}/${spelt}?x`)).toBe(true)
        expect(covers(pattern, `https://${name}/${path.join('/')}x`)).toBe(false)
        expect(covers(pattern, `https://${name}/`)).toBe(false)
      }),
    )
  })

  it.each(
    [
      ...[
        '/bad',
        '/BAD',
        '/Bad/',
        '/bad/x',
        '//bad',
        '/./bad',
        '/x/../bad',
        '/%62ad',
        '/%42AD',
        '/bad%2fx',
        '/bad%2Fx',
      ],
      ...['/%2fbad', '/bad;x', '/bad;x/y', '/;x/bad', '/bad%3bx', '/bad%20', '/%20bad', '/bad%09', '/bad%00', '/bad.'],
      ...['/bad...', '/bad.%20', '/bad%5cx', '/x%2f..%2fbad', '/x/..%2fbad', '/x/..;/bad', '/x/..;y/bad', '/%2562ad'],
      ...[
        '/%252562ad',
        '/%25%36%32ad',
        '/b%E2%80%8Bad',
        '/b%C2%ADad',
        '/%EF%BD%82ad',
        '/\uFF22AD',
        '/bad/..%2fgood',
        '/bad%2f..',
      ],
    ].map((path) => [path]),
  )('/bad covers %s, whichever of both is listed', (path) => {
    expect(covers('e.example/bad', `https://e.example${path}`)).toBe(true)
    if (!path.includes('..'))
      expect(covers(`e.example${path.replaceAll('\\', '/')}`, `https://e.example${path}`)).toBe(true)
  })

  it.each([['/badly'], ['/ba%64ly'], ['/x/bad'], ['/ba/d'], ['/bad-x'], ['/'], ['/b%ffad'], ['/bad/../good']])(
    '/bad does not cover %s',
    (path) => {
      expect(covers('e.example/bad', `https://e.example${path}`)).toBe(false)
    },
  )

  it('covers the bytes of invalid encodings', () => {
    expect(covers('e.example/%ff%zz', 'https://e.example/%FF%zz/x')).toBe(true)
  })

  it('is the same when any path is parsed again', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aB%25fF;./\\ é\u200b\uFF0F\u3002') })
    fc.assert(
      fc.property(text, (path) => {
        const once = readValid(`e.example/${encodeURI(path)}`)
        fc.pre(once !== undefined)
        expect(read(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a very long address', () => {
  it('has few patterns, including the longest', () => {
    const name = `${Array(120).fill('a').join('.')}.example`
    const found = listCoveringPatterns(`https://${name}/${'b/'.repeat(4000)}`)
    expect(found).toHaveLength(90)
    const detours = listCoveringPatterns(`https://${name}/${'b/..%2f'.repeat(1000)}${'c/'.repeat(9)}`)
    expect(detours).toHaveLength(100)
    expect(found).toContain('example')
    expect(listCoveringPatterns(`https://e.example/${'b'.repeat(8000)}`)).toEqual(['e.example', 'example'])
  })

  it('is rejected as a pattern, because no destination would match it', () => {
    for (const text of [
      'com',
      `${'a.'.repeat(10)}example`,
      `e.example/${'a/'.repeat(9)}`,
      `e.example/${'a'.repeat(1024)}`,
    ]) {
      expect(() => read(text)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }) as unknown as InvalidParams)
    }
  })
})

it('accepts IP addresses in every spelling of the parser, and intranet names without a dot', () => {
  expect(read('0x7f.1', true)).toBe('127.0.0.1')
  expect(listCoveringPatterns('http://127.0.0.1:8080/x')).toEqual(['127.0.0.1', '127.0.0.1/x'])
  expect(listCoveringPatterns('http://[::1]/')).toEqual(['[::1]'])
  expect(read('http://[::1]/', true)).toBe('[::1]')
  expect(read('wiki', true)).toBe('wiki')
})
