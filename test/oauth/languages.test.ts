import { describe, expect, it } from 'vitest'
import { consentPage, continuePage } from '../../src/modules/identity/oauth/interactions/consent-page.ts'
import {
  interactionExpiredPage,
  invalidRequestPage,
  unavailablePage,
} from '../../src/modules/identity/oauth/interactions/error-pages.ts'
import { loginPage } from '../../src/modules/identity/oauth/interactions/login-page.ts'
import { allScopes, type Scope } from '../../src/platform/auth/scopes.ts'
import { RateLimited, Unavailable } from '../../src/platform/shared/general.errors.ts'
import { type Language, languages } from '../../src/platform/web/language.ts'

const consent = {
  appName: 'Gardener',
  token: 'x',
  account: { name: 'Ada', email: 'ada@host.test' },
  requestedScopes: [...allScopes],
  workspaces: [
    { id: 'wsp_1', name: 'Ada', slug: 'personal-1', isPersonal: true, isMarked: true },
    { id: 'wsp_2', name: 'Acme', slug: 'acme-1', isPersonal: false, isMarked: false },
  ],
}
const urls = {
  registerUrl: 'http://tack.test/register',
  forgotUrl: 'http://tack.test/forgot',
  otherWays: '',
  allowsPasswords: true,
}
const pagesIn = (lang: Language) => ({
  login: loginPage(lang, { ...urls, appName: 'Gardener', token: 'x' }),
  'login without passwords': loginPage(lang, { ...urls, allowsPasswords: false, appName: 'Gardener', token: 'x' }),
  'rejected login': loginPage(lang, { ...urls, appName: 'Gardener', token: 'x', loginError: 'wrong' }),
  'throttled login': loginPage(lang, { ...urls, appName: 'Gardener', token: 'x', loginError: 'throttled' }),
  consent: consentPage(lang, { ...consent, recipient: { host: 'app.test' } }),
  'consent for a mobile application': consentPage(lang, { ...consent, recipient: { scheme: 'gardener' } }),
  'consent for one workspace': consentPage(lang, {
    ...consent,
    workspaces: consent.workspaces.slice(1),
    recipient: { host: 'app.test' },
  }),
  'consent without a choice': consentPage(lang, {
    ...consent,
    isChoiceMissing: true,
    recipient: { host: 'app.test' },
  }),
  continue: continuePage(lang, 'http://tack.test/oauth/authorize/1'),
  'invalid request': invalidRequestPage(lang, { error: 'invalid_client' }),
  expired: interactionExpiredPage(lang),
  unavailable: unavailablePage(lang, new Unavailable(new Error('unreachable'))),
  'too many': unavailablePage(lang, new RateLimited(90)),
})
type Name = keyof ReturnType<typeof pagesIn>
const pages = languages.flatMap((lang) =>
  (Object.keys(pagesIn(lang)) as Name[]).map((name) => ({ name, lang, page: pagesIn(lang)[name] })),
)

/** Visible text without error codes and scope names. */
const visibleText = (body: string) =>
  body.replace(/<style>.*?<\/style>|<script>.*?<\/script>|<small>.*?<\/small>|<[^>]*>/gs, ' ')
const titleOf = (body: string) => /<title>(.*)<\/title>/.exec(body)?.[1]

describe.each(pages)('the $name page of OAuth in $lang', ({ name, lang, page }) => {
  it('is entirely in that language, and declares it', () => {
    expect([page.lang, /<html lang="(..)">/.exec(page.body)?.[1]]).toEqual([lang, lang])
    expect(visibleText(page.body)).not.toMatch(/undefined|null|\[object|false|\bNaN\b|\\u/)
    if (lang === 'en') return
    expect(visibleText(page.body)).not.toMatch(/\b(the|your|please|again|password|log|read|links and)\b/i)
    expect(titleOf(page.body)).not.toBe(titleOf(pagesIn('en')[name].body))
  })
})

it.each(languages)('the consent page in %s says that write:profile allows API keys and webhooks', (lang) => {
  const pageFor = (scope: Scope) =>
    consentPage(lang, { ...consent, requestedScopes: [scope], recipient: { host: 'app.test' } }).body
  expect(pageFor('write:profile')).toMatch(/API[^<]*webhooks/i)
  expect(pageFor('read:profile')).not.toMatch(/webhooks/i)
})
