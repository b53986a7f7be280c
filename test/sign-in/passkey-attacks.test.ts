import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpiredChallenges } from '../../src/modules/identity/accounts/passkeys/passkeys.queries.ts'
import { Browser, type Visit } from '../oauth/browser.ts'
import type { ListeningApp } from '../oauth/service.ts'
import { type Deviation, PasskeyDevice } from '../support/passkey-device.ts'
import { sharedOrganisation } from './organisation.ts'
import {
  enterPassword,
  openRegistration,
  optionsOf,
  type PasskeyPerson,
  passkeyOn,
  pathOf,
  personWithPasskey,
} from './passkey-person.ts'

let test: ListeningApp
beforeAll(async () => {
  test = (await sharedOrganisation()).test
})
afterAll(() => test.close())

const isRefused = ({ status, text }: Visit) => status === 401 && text.includes('The passkey was not accepted.')

/** Why the last passkey was refused, as the log says. */
const reason = () => test.logs.findLast(({ msg }) => String(msg).startsWith('The passkey was not accepted'))?.reason

async function openLogin(browser = new Browser(test.base)) {
  const page = await browser.open('/account/passkey')
  return { browser, page, options: optionsOf(page) }
}

async function logIn({ device }: PasskeyPerson, deviation: Deviation = {}): Promise<Visit> {
  const { browser, page, options } = await openLogin()
  return browser.submit(page, { credential: device.get(options, deviation) })
}

describe('a login with a passkey', () => {
  it.each<[string, Deviation | ((person: PasskeyPerson) => Deviation), RegExp]>([
    ['from another origin', { origin: 'https://tack.evil.example' }, /origin/],
    ['from another port of the host', { origin: 'http://localhost:1' }, /origin/],
    ['for another host', { rpId: 'evil.example' }, /RP ID/],
    ['without verification of its owner', { isVerified: false }, /User verification/],
    ['that was a registration', { type: 'webauthn.create' }, /type/],
    ['with a challenge that somebody has made up', { challenge: 'A'.repeat(72) }, /challenge/],
    ['without the account', { userHandle: null }, /names another account/],
    [
      'with the name of another account',
      { userHandle: Buffer.from('acc_other').toString('base64url') },
      /names another account/,
    ],
    ['with another key', () => ({ signsWith: someoneElse() }), /signature/],
  ])('is refused %s', async (_, deviation, why) => {
    const person = await personWithPasskey(test)
    expect(isRefused(await logIn(person, typeof deviation === 'function' ? deviation(person) : deviation))).toBe(true)
    await expect.poll(reason).toMatch(why)
    expect(pathOf(await logIn(person))).toBe('/app')
  })

  const someoneElse = () => {
    const device = new PasskeyDevice(test.base)
    device.create({ challenge: '' })
    return device.passkeys[0]?.privateKey as NonNullable<Deviation['signsWith']>
  }

  it.each(['', '{}', 'null', '[1]', '{"id":1}', 'x'.repeat(3000)])(
    'is refused for the answer %#',
    async (credential) => {
      const { browser, page } = await openLogin()
      const answer = await browser.submit(page, { credential })
      expect(isRefused(answer)).toBe(true)
    },
  )

  it('is refused a second time with the same answer, also in another spelling of the challenge', async () => {
    const { device } = await personWithPasskey(test, new PasskeyDevice(test.base, false))
    const { browser, page, options } = await openLogin()
    const credential = device.get(options)
    expect(pathOf(await browser.submit(page, { credential }))).toBe('/app')
    expect(isRefused(await browser.submit(page, { credential }))).toBe(true)
    const respelled = device.get(options, { challenge: `${options.challenge}=` })
    expect(isRefused(await browser.submit(page, { credential: respelled }))).toBe(true)
  })

  it('succeeds once of several uses at a time', { tags: 'race' }, async () => {
    const { device } = await personWithPasskey(test, new PasskeyDevice(test.base, false))
    const { browser, page, options } = await openLogin()
    const credential = device.get(options)
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.submit(page, { credential })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  it('is refused after 5 minutes', async () => {
    const { device } = await personWithPasskey(test)
    const { browser, page, options } = await openLogin()
    test.clock.advance({ minutes: 5 })
    expect(isRefused(await browser.submit(page, { credential: device.get(options) }))).toBe(true)
  })

  it('is refused in another browser than the one that was asked', async () => {
    const { device } = await personWithPasskey(test)
    const { options } = await openLogin()
    const victim = await openLogin()
    const credential = device.get(options)
    expect(isRefused(await victim.browser.submit(victim.page, { credential }))).toBe(true)
    expect(pathOf(await victim.browser.open('/account/overview'))).toBe('/account/login')
  })

  it('is refused without the token of the form, and from another site', async () => {
    const { device } = await personWithPasskey(test)
    const { browser, page, options } = await openLogin()
    const credential = device.get(options)
    expect((await browser.open('/account/passkey', { credential })).status).toBe(400)
    const foreign = await browser.submit(page, { credential }, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  it('is refused when the passkey was removed', async () => {
    const person = await personWithPasskey(test)
    const { browser, page, options } = await openLogin()
    const credential = person.device.get(options)
    const security = await person.browser.open('/account/security')
    const id = passkeyOn(security)
    await person.browser.submit(security, { act: 'confirm-remove-passkey', passkey: id })
    expect(isRefused(await browser.submit(page, { credential }))).toBe(true)
  })
})

describe('the counter of a passkey', () => {
  const activities = async (person: PasskeyPerson) => {
    const cookie = person.browser.received.findLast((header) => header.startsWith('tack_session=')) ?? ''
    const token = /=([^;]*)/.exec(cookie)?.[1] ?? ''
    const { json } = await test.rest.get('/v1/activity', { token })
    return (json as { type: string }[]).map(({ type }) => type)
  }

  it.each([
    ['stays', 2],
    ['goes back', 1],
    ['is no longer there', 0],
  ])('that %s is refused, and the owner is told', async (_, counter) => {
    const person = await personWithPasskey(test)
    await logIn(person)
    await logIn(person)
    expect(isRefused(await logIn(person, { counter }))).toBe(true)
    expect(await activities(person)).toContain('account.passkey_refused')
    expect(test.logs.some(({ msg }) => msg === 'the counter of a passkey has not grown')).toBe(true)
    expect(pathOf(await logIn(person))).toBe('/app')
  })

  it('may stay zero, as for passkeys that devices share', async () => {
    const person = await personWithPasskey(test, new PasskeyDevice(test.base, false))
    for (let n = 0; n < 2; n++) expect(pathOf(await logIn(person))).toBe('/app')
  })

  it('accuses nobody when the signature is wrong', async () => {
    const person = await personWithPasskey(test)
    await logIn(person)
    const thief = new PasskeyDevice(test.base)
    thief.create({ challenge: '' })
    const signsWith = thief.passkeys[0]?.privateKey as NonNullable<Deviation['signsWith']>
    expect(isRefused(await logIn(person, { counter: 0, signsWith }))).toBe(true)
    expect(await activities(person)).not.toContain('account.passkey_refused')
  })
})

describe('a challenge', () => {
  it('is good for what the page has asked for, and nothing else', async () => {
    const person = await personWithPasskey(test)
    const { browser, device, account } = person
    // All pages of one browser, so that only the purpose and the account differ.
    const registration = await openRegistration(browser)
    const login = await browser.open('/account/passkey')
    const prove = await browser.open('/account/prove')
    const step = await enterPassword(browser, account)
    const pages = { registration, login, prove, step }
    for (const [name, page] of Object.entries(pages))
      for (const [other, { challenge }] of Object.entries(pages).map(
        ([key, each]) => [key, optionsOf(each)] as const,
      )) {
        if (name === other) continue
        const options = { ...optionsOf(page), challenge }
        const credential = name === 'registration' ? device.create(options) : device.get(options)
        const answer = await browser.submit(page, { credential })
        expect([name, other, isRefused(answer)]).toEqual([name, other, true])
      }
  })

  it('that was answered is forgotten when it has expired', async () => {
    const count = () => test.sql('select 1 from used_passkey_challenge')
    // Other files have used this service, and had other times.
    await test.sql('delete from used_passkey_challenge')
    await logIn(await personWithPasskey(test))
    const { orm } = test.app.database
    await deleteExpiredChallenges(orm, test.clock.now())
    expect(await count()).not.toEqual([])
    test.clock.advance({ minutes: 5 })
    await deleteExpiredChallenges(orm, test.clock.now())
    expect(await count()).toEqual([])
  })

  it('of one account is not answered by a passkey of another one, in two tabs of one browser', async () => {
    const [ada, eve] = [await personWithPasskey(test), await personWithPasskey(test)]
    const browser = new Browser(test.base)
    const adasStep = await enterPassword(browser, ada.account)
    const evesStep = await enterPassword(browser, eve.account)
    const [evesKey] = eve.device.passkeys
    const mixed = eve.device.get(optionsOf(adasStep), {}, evesKey)
    expect(isRefused(await browser.submit(adasStep, { credential: mixed }))).toBe(true)
    const swapped = ada.device.get({ ...optionsOf(adasStep), challenge: optionsOf(evesStep).challenge })
    expect(isRefused(await browser.submit(adasStep, { credential: swapped }))).toBe(true)
    await browser.submit(adasStep, { credential: ada.device.get(optionsOf(adasStep)) })
    expect((await browser.open('/account/overview')).text).toContain(ada.account.email)
    await browser.submit(evesStep, { credential: eve.device.get(optionsOf(evesStep)) })
    expect((await browser.open('/account/overview')).text).toContain(eve.account.email)
  })

  it('of a step-up belongs to the account that is logged in now', async () => {
    const [ada, eve] = [await personWithPasskey(test), await personWithPasskey(test)]
    const prove = await ada.browser.open('/account/prove')
    const login = await ada.browser.open('/account/passkey')
    await ada.browser.submit(login, { credential: eve.device.get(optionsOf(login)) })
    const credential = ada.device.get(optionsOf(prove))
    expect((await ada.browser.submit(prove, { credential })).status).toBe(400)
    expect(isRefused(await ada.browser.submit(await ada.browser.open('/account/prove'), { credential }))).toBe(true)
  })
})

describe('a registration', () => {
  it.each<[string, Deviation]>([
    ['from another origin', { origin: 'https://tack.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without verification of the owner', { isVerified: false }],
    ['that was a login', { type: 'webauthn.get' }],
  ])('is refused %s', async (_, deviation) => {
    const { browser } = await personWithPasskey(test)
    const page = await openRegistration(browser)
    const credential = new PasskeyDevice(test.base).create(optionsOf(page), deviation)
    expect(isRefused(await browser.submit(page, { credential }))).toBe(true)
  })

  it('is refused a second time with the same answer, also when the passkey was removed', async () => {
    const { browser } = await personWithPasskey(test)
    const page = await openRegistration(browser)
    const credential = new PasskeyDevice(test.base).create(optionsOf(page))
    const security = await browser.submit(page, { credential })
    expect(isRefused(await browser.submit(page, { credential }))).toBe(true)
    const id = passkeyOn(security)
    await browser.submit(security, { act: 'confirm-remove-passkey', passkey: id })
    expect(isRefused(await browser.submit(page, { credential }))).toBe(true)
  })

  it('of a passkey that another account has is refused with 409', async () => {
    const [ada, eve] = [await personWithPasskey(test), await personWithPasskey(test)]
    const page = await openRegistration(eve.browser)
    const credential = eve.device.create(optionsOf(page), {}, ada.device.passkeys[0])
    const answer = await eve.browser.submit(page, { credential })
    expect([answer.status, answer.text.includes('has a passkey of your account already')]).toEqual([409, true])
    expect(pathOf(await logIn(ada))).toBe('/app')
  })

  it('ends with the session, and is not taken over by the next account in the browser', async () => {
    const [ada, eve] = [await personWithPasskey(test), await personWithPasskey(test)]
    const page = await openRegistration(ada.browser)
    const login = await ada.browser.open('/account/passkey')
    await ada.browser.submit(login, { credential: eve.device.get(optionsOf(login)) })
    const credential = ada.device.create(optionsOf(page))
    expect((await ada.browser.submit(page, { credential })).status).toBe(400)
    expect(isRefused(await ada.browser.submit(await openRegistration(ada.browser), { credential }))).toBe(true)
  })
})
