import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPixelScript, pixelHosts } from '../../src/modules/publishing/pixels/index.ts'
import { consentPage, pixelPage } from '../../src/modules/visits/redirects/pages/pixel-page.ts'
import { languages } from '../../src/platform/web/language.ts'
import { pageHeaders } from '../../src/platform/web/page.ts'
import { type PixelTypeName, pixelIds } from './seed.ts'

const destination = 'https://shop.example.com/spring/2026?utm_source=mail&size=large#tickets'
const allTypes = Object.keys(pixelIds) as PixelTypeName[]
const pixelsOf = (...types: PixelTypeName[]) =>
  types.map((pixelType) => ({ pixelType, pixelId: pixelIds[pixelType] as string }))
const scriptOf = (body: string) => /<script>([\s\S]*?)<\/script>/.exec(body)?.[1] ?? ''
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const policyOf = (csp: string) =>
  Object.fromEntries(csp.split('; ').map((each) => [each.split(' ', 1)[0], each.split(' ').slice(1)]))
const consent = { action: '/pixels/consent', token: 'abc.def' }

const waits = { maxWaitMs: 1000, quietMs: 200 }

interface FakeWindow {
  // biome-ignore lint/suspicious/noExplicitAny: the functions of the providers have many shapes.
  [name: string]: any
}

/** Runs the script of a page without a browser: the addresses of the scripts that it adds, and where it goes at once. */
function runScript(script: string): { added: string[]; window: FakeWindow; visited: string | undefined } {
  const added: string[] = []
  let visited: string | undefined
  const window: FakeWindow = {}
  const document = {
    createElement: () => ({ addEventListener: () => undefined }),
    head: { append: ({ src }: { src: string }) => void added.push(src) },
  }
  const location = { replace: (address: string) => (visited = address) }
  runInNewContext(script, { window, document, location, setTimeout: (go: () => void) => go(), clearTimeout: () => 0 })
  return { added, window, visited }
}

const visitedBy = (script: string) => runScript(script).visited

/** The five types with the longest loaders. */
const longest = allTypes
  .map((type) => ({ type, length: buildPixelScript({ ...waits, destination, pixels: pixelsOf(type) }).length }))
  .sort((one, other) => other.length - one.length)
  .slice(0, 5)
  .map(({ type }) => type)

describe.each(languages)('the pages in %s', (lang) => {
  it('have less than 10 KB with five pixels of the longest loaders', () => {
    const pixels = pixelsOf(...longest)
    const sizes = [pixelPage(lang, { pixels, destination }), consentPage(lang, { pixels, destination, ...consent })]
    for (const { body } of sizes) expect(Buffer.byteLength(body)).toBeLessThan(10_000)
  })

  it('name each provider once', () => {
    const pixels = pixelsOf('facebook', 'facebook', 'bing', 'googleAds')
    for (const page of [
      pixelPage(lang, { pixels, destination }),
      consentPage(lang, { pixels, destination, ...consent }),
    ])
      for (const name of ['Meta (Facebook)', 'Microsoft Advertising', 'Google Ads'])
        expect(page.body.replace(/<script>.*<\/script>/s, '').split(name)).toHaveLength(2)
  })
})

describe('the page with pixels', () => {
  it.each(allTypes)('allows the hosts of %s and nothing else', (type) => {
    const page = pixelPage('en', { pixels: pixelsOf(type), destination })
    const { script, img, connect } = pixelHosts[type]
    const { 'style-src': _, ...policy } = policyOf(page.csp)
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'script-src': [hashOf(scriptOf(page.body)), ...script],
      'img-src': ["'self'", ...img.filter((source) => source !== "'none'")],
      'connect-src': connect,
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'none'"],
    })
  })

  it('names each host once for two pixels of one provider, and has its loader once', () => {
    const pixels = [...pixelsOf('facebook', 'x'), { pixelType: 'facebook' as const, pixelId: '9999999999' }]
    const { csp, body } = pixelPage('en', { pixels, destination })
    expect(policyOf(csp)['script-src'].slice(1)).toEqual([
      'https://connect.facebook.net',
      'https://static.ads-twitter.com',
    ])
    expect(body.split('fbevents.js')).toHaveLength(2)
    expect(body).toContain('["facebook","9999999999"]')
    for (const host of ['googletagmanager', 'tiktok', 'bing']) expect(body).not.toContain(host)
  })

  it('goes on without a script, is not cached, and sends the referrer of a redirect', () => {
    const page = pixelPage('en', { pixels: pixelsOf('x'), destination: 'https://a.example/?a=1&b="2"' })
    expect(page.body).toContain(
      '<noscript><meta http-equiv="refresh" content="0; url=https://a.example/?a&#61;1&#38;b&#61;%222%22"></noscript>',
    )
    expect(pageHeaders(page)).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer-when-downgrade',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
    })
  })

  it('leaves out an id that is not of the provider, whatever the database has', () => {
    const pixels = [...pixelsOf('x'), { pixelType: 'bing' as const, pixelId: '1");alert(1)//' }]
    const { body, csp } = pixelPage('en', { pixels, destination })
    expect(body + csp).not.toMatch(/alert|bing/)
  })

  it('throws for a destination that is not http or https', () => {
    for (const bad of ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'intent://x'])
      expect(() => pixelPage('en', { pixels: pixelsOf('x'), destination: bad })).toThrow(TypeError)
  })

  const hostile = [
    'https://a.example/</script><script>alert(1)</script>',
    "https://a.example/?q='%22-alert(1)-%22",
    'https://a.example/#</noscript><img src=x onerror=alert(1)>',
    'https://a.example/?q=";alert(1)//\\',
    'https://a.example/\u2028\u2029?x=<!--<script>',
    'https://xn--bcher-kva.example/ü?q=ü&amp;lt;',
  ]
  it.each(hostile)('leads to %s exactly, as text of the page and of the script', (address) => {
    const { body } = pixelPage('en', { pixels: pixelsOf('x'), destination: address })
    expect(body.match(/<script|<noscript|<img|<a /g)).toEqual(['<noscript', '<a ', '<a ', '<script'])
    expect(visitedBy(scriptOf(body))).toBe(new URL(address).href)
  })

  it('leads to any destination exactly', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), (address, text) => {
        const full = `${address}#${text}`
        const { body } = pixelPage('en', { pixels: pixelsOf('facebook'), destination: full })
        expect(visitedBy(scriptOf(body))).toBe(new URL(full).href)
      }),
    )
  })
})

describe('the script of the page', () => {
  it('loads one script of each provider, whose id is data', () => {
    const page = pixelPage('en', { pixels: pixelsOf(...allTypes), destination })
    const { added } = runScript(scriptOf(page.body))
    expect(added).toEqual([
      'https://connect.facebook.net/en_US/fbevents.js',
      'https://www.googletagmanager.com/gtag/js?id=G-1A2B3C4D5E',
      'https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234',
      'https://www.googletagmanager.com/gtag/js?id=AW-123456789',
      'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=C4ABCDEFGHIJKLMNOPQR&lib=ttq',
      'https://snap.licdn.com/li.lms-analytics/insight.min.js',
      'https://static.ads-twitter.com/uwt.js',
      'https://s.pinimg.com/ct/core.js',
      'https://sc-static.net/scevent.min.js',
      'https://www.redditstatic.com/ads/pixel.js?pixel_id=a2_abcdefghijkl',
      'https://bat.bing.com/bat.js',
    ])
    for (const src of added) {
      const { origin } = new URL(src)
      expect(Object.values(pixelHosts).some(({ script }) => script.includes(origin))).toBe(true)
    }
  })

  it('reports the visit once for each of two pixels of one provider', () => {
    const pixels = [...pixelsOf('facebook'), { pixelType: 'facebook' as const, pixelId: '9999999999' }]
    const { window } = runScript(scriptOf(pixelPage('en', { pixels, destination }).body))
    expect(window.fbq.queue.map((each: ArrayLike<unknown>) => [...Array.from(each)])).toEqual([
      ['init', pixelIds.facebook],
      ['trackSingle', pixelIds.facebook, 'PageView'],
      ['init', '9999999999'],
      ['trackSingle', '9999999999', 'PageView'],
    ])
  })
})

describe('the page that asks', () => {
  const page = consentPage('en', { pixels: pixelsOf(...allTypes), destination, ...consent })

  it('loads nothing: no script, no image, and a policy without any provider', () => {
    expect(page.body).not.toMatch(/<script|<img|<link rel="(?!icon|apple-touch-icon)|<iframe|http-equiv|src=/)
    const { 'style-src': _, ...policy } = policyOf(page.csp)
    expect(policy).toEqual({
      'default-src': ["'none'"],
      'img-src': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'form-action': ["'self'", 'http:', 'https:'],
    })
  })

  it('has two equal buttons and a plain link to the destination', () => {
    expect(page.body.match(/<button[^>]*>/g)).toEqual([
      '<button name="answer" value="refused">',
      '<button name="answer" value="allowed">',
    ])
    expect(page.body).toContain(`<a href="${destination.replace(/[&=]/g, (each) => `&#${each.charCodeAt(0)};`)}">`)
  })

  it('escapes the destination and its host', () => {
    const hostile = 'https://a.example/"><script>alert(1)</script>'
    const { body } = consentPage('en', { pixels: pixelsOf('x'), destination: hostile, ...consent })
    expect(body).not.toContain('<script')
    expect(() => consentPage('en', { pixels: [], destination: 'javascript:1', ...consent })).toThrow(TypeError)
  })
})
