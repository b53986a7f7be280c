import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../../src/config.ts'
import { LinkRules } from '../../src/modules/publishing/links/index.ts'
import { describePage } from '../../src/modules/publishing/unfurling/page-description.ts'
import { readPageTags } from '../../src/modules/publishing/unfurling/page-tags.ts'
import { findTextIssue } from '../../src/platform/shared/text/human-text.ts'
import { codePoint } from '../support/code-points.ts'

const settings = readSettings({
  DATABASE_URL: 'memory://',
  PUBLIC_URL: 'https://tack.test',
  JWT_SECRET: 'x'.repeat(32),
})
const linkRules = new LinkRules(settings, [], () => false)
const address = 'https://site.example/blog/post'

const describeHtml = (html: string) => describePage(readPageTags(html), address, linkRules)

describe('a page is described', () => {
  it('by Open Graph before the tags of X, and those before HTML', () => {
    const html = `<title>C</title><meta name="twitter:title" content="B"><meta name="description" content="D">`
    expect(describeHtml(html)).toMatchObject({ title: 'B', description: 'D' })
    expect(describeHtml(`${html}<meta property="og:title" content="A">`).title).toBe('A')
    expect(describeHtml('<title>C</title>')).toEqual({
      url: address,
      title: 'C',
      description: null,
      image: null,
      icon: null,
      siteName: null,
    })
  })

  it('by the first of several tags, in any case, as property or name, and not by empty ones', () => {
    const html = `<META NAME="OG:Title" CONTENT=" "><meta property='og:title' content=One><meta property="og:title" content="Two">
      <meta name="og:site_name" content="Site">`
    expect(describeHtml(html)).toMatchObject({ title: 'One', siteName: 'Site' })
  })

  it('with its entities decoded, in one line without invisible characters', () => {
    const html = `<title>\n  Tom &amp; Jerry&#x202e; &#8212;\t&lt;b&gt;\u0007 &nbsp; fi&shy;n&#0;</title>`
    expect(describeHtml(html).title).toBe('Tom & Jerry — <b> fin\ufffd')
  })

  it('by the title of the page, and not of an image, a script or a comment', () => {
    const html = `<!-- <title>No</title> --><script>"<title>No</title>"</script><svg><title>No</title></svg>
      <title>Yes</title><title>No</title>`
    expect(describeHtml(html).title).toBe('Yes')
  })

  it('up to where it is cut off', () => {
    expect(describeHtml('<head><title>Half a tit').title).toBe('Half a tit')
    expect(describeHtml('<title>A</title><meta property="og:title" content="Never clos').title).toBe('A')
  })

  it.each([
    ['/a.png', 'https://site.example/a.png'],
    ['a.png', 'https://site.example/blog/a.png'],
    ['//cdn.example/a.png', 'https://cdn.example/a.png'],
    [' http://cdn.example/a.png ', 'http://cdn.example/a.png'],
    ['https://bücher.example/ü.png', 'https://xn--bcher-kva.example/%C3%BC.png'],
  ])('with the address of its image %s whole', (content, image) => {
    expect(describeHtml(`<meta property="og:image" content="${content}">`).image).toBe(image)
  })

  it.each([
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://127.0.0.1/a.png',
    'http://localhost/a.png',
    'https://user:secret@cdn.example/a.png',
    'https://tack.test/a.png',
    `https://cdn.example/${'x'.repeat(2048)}`,
    'https://',
    'http://[::1',
  ])('without its image %s, and by the next one', (content) => {
    expect(describeHtml(`<meta property="og:image" content="${content}">`).image).toBeNull()
    const next = '<meta name="twitter:image" content="/b.png">'
    expect(describeHtml(`<meta property="og:image" content="${content}">${next}`).image).toBe(
      'https://site.example/b.png',
    )
  })

  it('with addresses relative to its base, if that is a web address', () => {
    const image = '<meta property="og:image" content="a.png">'
    expect(describeHtml(`<base href="/files/"><base href="/no/">${image}`).image).toBe(
      'https://site.example/files/a.png',
    )
    expect(describeHtml(`<base href="https://cdn.example/x/">${image}`).image).toBe('https://cdn.example/x/a.png')
    expect(describeHtml(`<base href="javascript:void(0)">${image}`).image).toBeNull()
    expect(describeHtml(`<base href="http://[">${image}`).image).toBe('https://site.example/blog/a.png')
  })

  it('by its icon before that for home screens, and not by other links', () => {
    const touch = '<link rel="apple-touch-icon-precomposed" href="/touch.png">'
    const other = '<link rel="stylesheet icons" href="/no.css"><link rel="icon"><link rel="icon" href="data:,">'
    expect(describeHtml(`${other}${touch}<link rel="Shortcut ICON" href="/i.ico">`).icon).toBe(
      'https://site.example/i.ico',
    )
    expect(describeHtml(other + touch).icon).toBe('https://site.example/touch.png')
  })

  it('with at most 255 characters of a title and 1000 of a description', () => {
    const html = `<title>${'🎈'.repeat(300)}</title><meta name=description content="${'d'.repeat(100_000)}">`
    expect(describeHtml(html)).toMatchObject({ title: '🎈'.repeat(255), description: 'd'.repeat(1000) })
  })
})

describe('the texts of any page', () => {
  it('can be those of a link', () => {
    const piece = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.constantFrom(
        '<',
        '>',
        '"',
        '&#x200d;',
        '&#xfe0f;',
        '\u202e',
        '❤️',
        '👩‍👩‍👧',
        'ن\u200cا',
        '&zwj;',
        '\n',
        '</title>',
        '<title>',
      ),
      fc.constantFrom(
        '<meta property="og:title" content="',
        '<meta name=description content=',
        '\u0000',
        '\ud800',
        '&#55296;',
      ),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { title, description } = describeHtml(pieces.join(''))
        for (const [text, max] of [
          [title, 255],
          [description, 1000],
        ] as const) {
          if (text === null) continue
          expect(findTextIssue(text, { isOneLine: true })).toBeUndefined()
          expect(text).toBe(text.trim())
          expect(text).not.toBe('')
          expect([...text].length).toBeLessThanOrEqual(max)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a page of 512 KiB', () => {
  const size = 512 * 1024
  it.each([
    ['nested tags', '<svg>'],
    ['nested blocks', '<div>'],
    ['tables', '<table><tr><td>'],
    ['unclosed comments', '<!--'],
    ['attributes', '<a b '],
    ['angle brackets', '<'],
    ['entities', '<title>&amp'],
    ['icons', '<link rel=icon href=x>'],
    ['tags with texts of emoji', '<meta name=description content="❤️❤️❤️">'],
  ])('of %s is read within a second', (_, piece) => {
    const html = piece.repeat(Math.ceil(size / piece.length))
    const startedAt = performance.now()
    describeHtml(html)
    describeHtml(`<title>${html}`)
    describeHtml(`<meta name=description content="${html.replaceAll('"', '')}">`)
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  it('is read up to its tag 10,000', () => {
    const metas = (count: number) => '<meta name=a content=b>'.repeat(count)
    expect(describeHtml(`${metas(9_999)}<title>Here</title>`).title).toBe('Here')
    expect(describeHtml(`${metas(10_001)}<title>Here</title>`).title).toBeNull()
  })
})
