import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listReservedWords } from '../../../src/modules/publishing/links/rules/reserved-words.ts'

describe('listReservedWords', () => {
  it.each(['api', 'v1', 'graphql', 'oauth', 'admin', 'robots', 'well-known', 'free-urls', 'p', 'null', 'undefined'])(
    'always contains %s',
    (word) => {
      expect(listReservedWords([]).has(word)).toBe(true)
    },
  )

  it('contains the first segment of every route', () => {
    const words = listReservedWords(['/oversight/links/:id', '/Teams', 'bare/path', '//doubled/slash'])
    for (const word of ['oversight', 'teams', 'bare', 'doubled']) expect(words.has(word)).toBe(true)
    for (const word of ['links/:id', 'path', 'slash']) expect(words.has(word)).toBe(false)
  })

  it.each(['/api/v1/Oversight/:id', '/v1/oversight', '/api/oversight/links', '/v2/oversight'])(
    'contains the first segment after the root of the API: %s',
    (route) => {
      expect(listReservedWords([route])).toEqual(listReservedWords(['/oversight']))
      expect(listReservedWords([route]).has('oversight')).toBe(true)
    },
  )

  it.each([
    ['/manifest.json', ['manifest.json', 'manifest']],
    ['/.hidden/thing', ['.hidden', 'hidden']],
    ['/archive.tar.gz', ['archive.tar.gz', 'archive']],
  ])('contains the stem of a file or dotted folder: %s', (route, expected) => {
    const words = listReservedWords([route])
    for (const word of expected) expect(words.has(word)).toBe(true)
  })

  it.each(['/', '', '*', '/*', '/:code', '/:code+', '/:code/stats', '/go-:code', '/*.html', '/v1/:id', '/api/*'])(
    'contains nothing for a route that starts with a pattern: %j',
    (route) => {
      expect(listReservedWords([route])).toEqual(listReservedWords([]))
    },
  )

  it('contains only lower-case words that are not empty', () => {
    fc.assert(
      fc.property(fc.array(fc.webPath()), (routes) => {
        for (const word of listReservedWords(routes)) {
          expect(word).not.toBe('')
          expect(word).toBe(word.toLowerCase())
        }
      }),
    )
  })
})
