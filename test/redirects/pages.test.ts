import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canCloak } from '../../src/modules/publishing/links/index.ts'
import { blockedPage } from '../../src/modules/visits/redirects/pages/blocked-page.ts'
import { cloakedPage } from '../../src/modules/visits/redirects/pages/cloaked-page.ts'
import {
  expiredPage,
  missingPage,
  tooManyPage,
  unavailablePage,
} from '../../src/modules/visits/redirects/pages/notice-pages.ts'
import { passwordPage } from '../../src/modules/visits/redirects/pages/password-page.ts'
import { previewPage } from '../../src/modules/visits/redirects/pages/preview-page.ts'
import { socialPreviewPage } from '../../src/modules/visits/redirects/pages/social-preview-page.ts'
import { titlePage } from '../../src/modules/visits/redirects/pages/title-page.ts'
import { type Language, languages } from '../../src/platform/web/language.ts'
import { pageHeaders, renderPage } from '../../src/platform/web/page.ts'
import { codePoint } from '../support/code-points.ts'

const destination = 'https://shop.example:8443/a?b=1&c=2#d'

const preview = { address: '/spring', code: 'spring', contact: 'abuse@tack.example' }
const createdAt = new Date('2026-11-20T23:30:00Z')
const seen = { kind: 'open', title: 'Spring sale', destination, createdAt } as const

const previewed = {
  ...{ code: 'spring', title: 'Spring sale', originalUrl: destination, clickLimit: null },
  ...{ ogTitle: 'Spring', ogDescription: 'Half price', ogImage: 'https://images.example/a.png' },
}

const blocked = { blockCause: 'review', reference: 'lnk_1', contact: 'abuse@tack.example' } as const

const pagesIn = (lang: Language) => ({
  password: { page: passwordPage(lang, { isWrong: false }), status: 200 },
  'wrong password': { page: passwordPage(lang, { isWrong: true }), status: 401 },
  'throttled password': { page: passwordPage(lang, { isWrong: true, isThrottled: true }), status: 429 },
  expired: { page: expiredPage(lang, 'date'), status: 410 },
  'used up': { page: expiredPage(lang, 'click_limit'), status: 410 },
  missing: { page: missingPage(lang), status: 404 },
  blocked: { page: blockedPage(lang, { ...blocked, blockCause: 'review' }), status: 403 },
  'blocked destination': { page: blockedPage(lang, { ...blocked, blockCause: 'destination' }), status: 403 },
  'blocked without contact': { page: blockedPage(lang, { ...blocked, contact: null }), status: 403 },
  title: { page: titlePage(lang, 'Spring sale'), status: 200 },
  cloaked: { page: cloakedPage(lang, { title: 'Spring sale', destination }), status: 200 },
  'open preview': { page: previewPage(lang, { ...preview, linkPreview: seen }), status: 200 },
  'withheld preview': {
    page: previewPage(lang, { ...preview, linkPreview: { kind: 'withheld', title: 'Spring sale', createdAt } }),
    status: 200,
  },
  'locked preview': {
    page: previewPage(lang, { ...preview, linkPreview: { kind: 'locked' }, contact: null }),
    status: 200,
  },
  'social preview': { page: socialPreviewPage(lang, previewed, 'https://tack.example'), status: 200 },
  unavailable: { page: unavailablePage(lang), status: 503 },
  'too many': { page: tooManyPage(lang, 30), status: 429 },
})
const pages = languages.flatMap((lang) =>
  Object.entries(pagesIn(lang)).map(([name, built]) => ({ name, lang, ...built })),
)

const hostile = [
  '"><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</style></iframe></h1><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '" onload="alert(1)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the attack
  '${process.exit(1)} !${1} {{7*7}} <%= 7 %>',
  '<!-- --><![CDATA[ ]]> &lt;script&gt; &#60;',
  '\u202Egpj.exe \u0000 \uD800 \uFF1Cscript\uFF1E 日本語 🎈',
]

const policyOf = (csp: string) =>
  Object.fromEntries(csp.split('; ').map((each) => [each.split(' ', 1)[0], each.slice(each.indexOf(' ') + 1)]))
const styleOf = (body: string) => /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
const wordsOf = (body: string) => body.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
/** The markup of a page without its texts. A text that changes it was not escaped. */
const markupOf = (body: string) => body.replace(/[^<>"'=]/g, '')
const escaped = (text: string) => text.replace(/["&'<=>]/g, (each) => `&#${each.charCodeAt(0)};`)

describe.each(pages)('the $name page in $lang', ({ name, lang, page, status }) => {
  it(`answers ${status}`, () => expect(page.status).toBe(status))

  it('allows only its own style and what it needs', () => {
    expect(policyOf(page.csp)).toEqual({
      'default-src': "'none'",
      'style-src': hashOf(styleOf(page.body)),
      'img-src': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': name.endsWith('password') ? "'self' http: https:" : "'none'",
      ...(name === 'cloaked' && { 'frame-src': 'https://shop.example:8443 https:' }),
    })
  })

  it('has no script, no style attribute and no address of another host', () => {
    expect(page.body).not.toMatch(/<script|javascript:|\son[a-z]+=|\sstyle=|@import|url\(/i)
    const references = page.body.replaceAll(/<\/?strong>/g, '').match(/(https?:)?\/\/[a-z]/gi) ?? []
    // Of the short address and the image of the link.
    if (name === 'social preview') return expect(references).toHaveLength(3)
    expect(references).toHaveLength(name === 'cloaked' ? 2 : name === 'open preview' ? 1 : 0)
  })

  it('is a complete document: language, viewport, noindex, one title and one heading', () => {
    expect(page.body).toMatch(new RegExp(`^<!doctype html>\n<html lang="${lang}">`))
    expect(page.body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
    expect(page.body).toContain('<meta name="robots" content="noindex">')
    expect(page.body.match(/<title>[^<]+<\/title>/g)).toHaveLength(1)
    expect(page.body.match(/<h1[ >]/g) ?? []).toHaveLength(1)
  })

  it('has no placeholder of a missing value, and no text of another language', () => {
    expect(wordsOf(page.body)).not.toMatch(/undefined|null|\[object|false|\bNaN\b|\\[nu]/)
    if (lang !== 'en') expect(wordsOf(page.body)).not.toMatch(/\b(the|this link|password|again|your)\b/i)
  })

  it('has headers against caching, indexing, framing and referrers', () => {
    expect(pageHeaders(page)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-language': lang,
      'content-security-policy': page.csp,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })
})

it('leads to the start page of its host only from a page on which nothing else can be done', () => {
  const names = pages.filter(({ page }) => page.body.includes('<a href="/">')).map(({ name }) => name)
  expect([...new Set(names)]).toEqual(['expired', 'used up', 'missing'])
})

describe('text of users', () => {
  const built = {
    'the title page': (text: string) => titlePage('en', text),
    'the title of a cloaked page': (text: string) => cloakedPage('en', { title: text, destination }),
    'the title of a preview': (text: string) =>
      previewPage('en', { ...preview, linkPreview: { ...seen, title: text } }),
    'the title of a social preview': (text: string) => socialPreviewPage('en', { ...previewed, ogTitle: text }, ''),
    'the description of a social preview': (text: string) =>
      socialPreviewPage('en', { ...previewed, ogDescription: text }, ''),
    'the image of a social preview': (text: string) => socialPreviewPage('en', { ...previewed, ogImage: text }, ''),
    'the contact of a blocked page': (text: string) => blockedPage('en', { ...blocked, contact: text }),
    'the title of any page': (text: string) => renderPage({ status: 200, title: text, body: '' }),
  }

  it.each(Object.entries(built))('is escaped in %s', (_, build) => {
    const plain = build('x').body
    for (const text of hostile) {
      const { body } = build(text)
      expect(markupOf(body)).toBe(markupOf(plain))
      expect(body).toContain(escaped(text))
    }
    fc.assert(fc.property(fc.string({ unit: codePoint }), (text) => markupOf(build(text).body) === markupOf(plain)))
  })

  it('is escaped in the address of the frame', () => {
    const plain = cloakedPage('en', { title: 'x', destination: 'https://a.example/' }).body
    for (const text of hostile) {
      for (const part of ['/', '/?', '/#']) {
        const { body } = cloakedPage('en', { title: 'x', destination: `https://a.example${part}${text}` })
        expect(markupOf(body)).toBe(markupOf(plain))
      }
    }
  })

  it('cannot add to the policy', () => {
    for (const value of ["'self'; script-src *", "'self', script-src *", "'self'\r\nx: y", 'https://é.example']) {
      expect(() => renderPage({ status: 200, title: 'x', body: '', csp: { 'frame-src': value } })).toThrow(TypeError)
    }
    expect(() => renderPage({ status: 200, title: 'x', body: '', csp: { 'img-src *; script-src': '*' } })).toThrow(
      TypeError,
    )
  })
})

describe('the cloaked page', () => {
  it('frames the destination with the sandbox and without a referrer', () => {
    const { body } = cloakedPage('en', { title: 'Spring sale', destination })
    expect(body).toContain(
      '<iframe src="https://shop.example:8443/a?b&#61;1&#38;c&#61;2#d" title="The page behind this link: Spring sale" ' +
        'sandbox="allow-scripts allow-forms allow-popups allow-same-origin" referrerpolicy="no-referrer"></iframe>',
    )
  })

  it('names the host in a bar, with a link that leads out of the frame and tells the destination nothing', () => {
    for (const lang of languages) {
      const { body } = cloakedPage(lang, { title: 'Spring sale', destination })
      expect(body).toContain('<h1 dir="ltr">shop.example:8443</h1>')
      expect(body).toMatch(
        /<a class="out" href="https:\/\/shop\.example:8443\/a\?b&#61;1&#38;c&#61;2#d" target="_top" rel="nofollow noreferrer">[^<]+<\/a>/,
      )
    }
  })

  it('writes an international host in Punycode', () => {
    const { csp } = cloakedPage('en', { title: 'x', destination: 'https://bücher.example/ü' })
    expect(policyOf(csp)['frame-src']).toBe('https://xn--bcher-kva.example https:')
  })

  it.each([
    'http://shop.example/',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://shop.example/1',
    '//shop.example/',
    'not an address',
    '',
    'https://user:secret@shop.example/',
    'https://shop.example;script-src/',
    'https://shop.example,x/',
    'https://*.example/',
    "https://'self'/",
    'https://[::1]/',
  ])('refuses %j', (refused) => {
    expect(canCloak(refused)).toBe(false)
    expect(() => cloakedPage('en', { title: 'x', destination: refused })).toThrow(TypeError)
  })
})

describe('the preview', () => {
  it('lets the host of the address stand out, and writes an international one in Punycode beside what it reads as', () => {
    const open = (destination: string) =>
      previewPage('en', { ...preview, linkPreview: { ...seen, destination } }).body.split('<body>')[1] ?? ''
    const plain = open('https://shop.example:8443/shop.example:8443')
    expect(plain).toContain('https://<strong>shop.example:8443</strong>/shop.example:8443')
    expect(plain).not.toMatch(/class="notice"|Read as/)
    const international = open('https://\u0430pple.example/')
    expect(international).toContain('<span class="name" dir="ltr">xn--pple-43d.example</span>')
    expect(international).toContain('<dt>Read as</dt><dd dir="auto">\u0430pple.example</dd>')
    expect(international).toContain('<p class="notice warning">')
  })
})

describe('the password page', () => {
  it('posts to its own address', () => {
    const { body } = passwordPage('en', { isWrong: false })
    expect(body).toContain('<form method="post">')
    expect(body).toContain('<label for="password">')
    expect(body).not.toMatch(/role="alert"|aria-invalid=|action=/)
  })

  it('connects the error to the field', () => {
    const { body } = passwordPage('en', { isWrong: true })
    expect(body).toMatch(/<input id="password" [^>]*aria-invalid="true" aria-describedby="alarm">/)
    expect(body).toMatch(/<p class="alarm" id="alarm" role="alert">[^<]+<\/p>/)
  })

  it('does not show whether the last password was right when throttled', () => {
    expect(passwordPage('en', { isWrong: true, isThrottled: true })).toEqual(
      passwordPage('en', { isWrong: false, isThrottled: true }),
    )
  })
})
