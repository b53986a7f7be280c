import { describe, expect, it } from 'vitest'
import { allScopes } from '../../src/access/scopes.ts'
import { RateLimited, Unavailable } from '../../src/base/failures.ts'
import { consentPage } from '../../src/oauth/pages/consent.ts'
import { loginPage } from '../../src/oauth/pages/login.ts'
import { onwardPage } from '../../src/oauth/pages/onward.ts'
import { overPage, refusedPage } from '../../src/oauth/pages/refused.ts'
import { unavailablePage } from '../../src/oauth/pages/unavailable.ts'
import { type Language, languages } from '../../src/server/language.ts'

const consent = {
  appName: 'Gardener',
  token: 'x',
  account: { name: 'Ada', email: 'ada@host.test' },
  asked: [...allScopes],
}
const pagesIn = (lang: Language) => ({
  login: loginPage(lang, { appName: 'Gardener', token: 'x' }),
  'refused login': loginPage(lang, { appName: 'Gardener', token: 'x', alarm: 'wrong' }),
  'throttled login': loginPage(lang, { appName: 'Gardener', token: 'x', alarm: 'throttled' }),
  consent: consentPage(lang, { ...consent, destination: { host: 'app.test' } }),
  'consent of a phone': consentPage(lang, { ...consent, destination: { scheme: 'gardener' } }),
  onward: onwardPage(lang, 'http://tack.test/oauth/authorize/1'),
  refused: refusedPage(lang, { error: 'invalid_client' }),
  over: overPage(lang),
  unavailable: unavailablePage(lang, new Unavailable(new Error('away'))),
  'too many': unavailablePage(lang, new RateLimited(90)),
})
type Name = keyof ReturnType<typeof pagesIn>
const pages = languages.flatMap((lang) =>
  (Object.keys(pagesIn(lang)) as Name[]).map((name) => ({ name, lang, page: pagesIn(lang)[name] })),
)

/** What a person reads, the codes for makers of applications aside. */
const wordsOf = (body: string) => body.replace(/<style>.*?<\/style>|<small>.*?<\/small>|<[^>]*>/gs, ' ')
const titleOf = (body: string) => /<title>(.*)<\/title>/.exec(body)?.[1]

describe.each(pages)('the $name page of OAuth in $lang', ({ name, lang, page }) => {
  it('is in that language throughout, and says so', () => {
    expect([page.lang, /<html lang="(..)">/.exec(page.body)?.[1]]).toEqual([lang, lang])
    expect(wordsOf(page.body)).not.toMatch(/undefined|null|\[object|false|\bNaN\b|\\u/)
    if (lang === 'en') return
    expect(wordsOf(page.body)).not.toMatch(/\b(the|your|please|again|password|log|read|links and)\b/i)
    expect(titleOf(page.body)).not.toBe(titleOf(pagesIn('en')[name].body))
  })
})
