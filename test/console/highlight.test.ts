import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlight } from '../../console/app/highlight.ts'

const kindsOf = (code: string) => highlight(code).flatMap(({ text, kind }) => (kind ? [`${kind} ${text}`] : []))

describe('the colours of code', () => {
  it('tell the parts of a document apart', () => {
    expect(
      kindsOf('query Links($first: Int!) {\n  urls(first: $first, search: "on $a") { ... on UrlItem { id } }\n}'),
    ).toEqual([
      ...['keyword query', 'type Links', 'variable $first', 'type Int'],
      ...['variable $first', 'string "on $a"', 'keyword on', 'type UrlItem'],
    ])
  })

  it('tell the parts of variables, of a command and of a program apart', () => {
    expect(kindsOf('{ "first": 50, "search": "a \\"b\\"", "after": null }')).toEqual([
      ...['string "first"', 'type 50', 'string "search"', 'string "a \\"b\\""', 'string "after"', 'keyword null'],
    ])
    expect(kindsOf('curl \'https://a.example\' \\\n  -d \'{"query":"x"}\'')).toEqual([
      ...['keyword curl', "string 'https://a.example'", `string '{"query":"x"}'`],
    ])
    expect(kindsOf('const document = /* GraphQL */ `\nquery Links { id }\n`')).toContain('keyword query')
  })

  it('change no sign of it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aA1"\'`$\\ {}on\n#é') }), (code) => {
        expect(
          highlight(code)
            .map(({ text }) => text)
            .join(''),
        ).toBe(code)
      }),
    )
  })
})
