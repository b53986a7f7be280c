import { describe, expect, it } from 'vitest'
import { blockedPage } from '../../src/modules/visits/redirects/pages/blocked-page.ts'
import { expiredPage, tooManyPage, unavailablePage } from '../../src/modules/visits/redirects/pages/notice-pages.ts'
import { languages } from '../../src/platform/web/language.ts'
import { pageHeaders } from '../../src/platform/web/page.ts'

const blocked = { blockCause: 'review', reference: 'lnk_1', contact: 'abuse@tack.example' } as const

describe('the error pages', () => {
  it.each(languages)('tell in %s whether the end date has passed or the clicks are used up', (lang) => {
    const [date, clicks] = [expiredPage(lang, 'date'), expiredPage(lang, 'click_limit')].map(({ body }) => ({
      title: /<h1>([^<]+)/.exec(body)?.[1],
      why: /<\/h1>\n<p>([^<]+)/.exec(body)?.[1],
    }))
    expect(date?.title).not.toBe(clicks?.title)
    expect(date?.why).not.toBe(clicks?.why)
  })

  it.each(languages)('show in %s the report number of a blocked link, with and without a contact', (lang) => {
    for (const contact of ['abuse@tack.example', null]) {
      const { body } = blockedPage(lang, { ...blocked, contact })
      expect(body).toContain('<code id="reference">lnk_1</code>')
    }
  })

  it.each([
    ['en', /reported to us/, /list of harmful sites/, /does not open it again/, /another destination, and it opens/],
    ['de', /gemeldet/, /Liste schädlicher Seiten/, /hebt die Sperre nicht auf/, /anderes Ziel, dann öffnet/],
    ['fr', /signalé/, /liste de sites dangereux/, /ne le débloque pas/, /autre destination, et il s’ouvrira/],
    ['es', /avisaron/, /lista de sitios dañinos/, /no lo desbloquea/, /otro destino y volverá/],
  ] as const)(
    'say in %s whether the link or its destination is blocked, and what its owner can do',
    (lang, reported, listed, stays, moves) => {
      const [review, destination] = [
        blockedPage(lang, { ...blocked, contact: null }).body,
        blockedPage(lang, { ...blocked, blockCause: 'destination', contact: null }).body,
      ]
      for (const word of [reported, stays])
        expect([review, destination].map((body) => word.test(body))).toEqual([true, false])
      for (const word of [listed, moves])
        expect([review, destination].map((body) => word.test(body))).toEqual([false, true])
      // A link that an operator has blocked in the database.
      expect(blockedPage(lang, { ...blocked, blockCause: null, contact: null }).body).toBe(review)
    },
  )

  it('offer the contact by mail, by web or as text', () => {
    const bodyWith = (contact: string | null) => blockedPage('en', { ...blocked, contact }).body.split('<body>')[1]
    expect(bodyWith('abuse@tack.example')).toContain(
      '<a href="mailto:abuse@tack.example?subject=Report%20number%3A%20lnk_1">abuse@tack.example</a>',
    )
    expect(bodyWith('https://tack.example/abuse')).toContain(
      '<a href="https://tack.example/abuse">tack.example/abuse</a>',
    )
    expect(bodyWith('javascript:alert(1)')).not.toMatch(/href="(?!\/(?:report)?")/)
    expect(bodyWith(null)).not.toMatch(/href="(?!\/(?:report)?")/)
  })

  it('say in the header and in the text when to try again', () => {
    expect(pageHeaders(unavailablePage('en'))).toHaveProperty('retry-after', '10')
    for (const [seconds, header, words] of [
      [0.2, '1', '1 second'],
      [30, '30', '30 seconds'],
      [60, '60', '1 minute'],
      [61, '61', '2 minutes'],
    ] as const) {
      expect(pageHeaders(tooManyPage('en', seconds))).toHaveProperty('retry-after', header)
      expect(tooManyPage('en', seconds).body).toContain(`Wait ${words}, `)
    }
  })
})
