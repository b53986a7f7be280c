import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const document = `query ($code: String!, $domainId: ID) {
  codeCheck(code: $code, domainId: $domainId) { isAvailable issue suggestions } }`

describe('codeCheck', () => {
  it('tells a free code, a taken one with suggestions that can be created, and one that no link may have', async () => {
    const ada = await test.seed.account()
    const check = async (code: string) => {
      const { data, errors } = await test.graph(document, { token: ada.token, variables: { code } })
      expect(errors).toBeUndefined()
      return (data as { codeCheck: { isAvailable: boolean; issue: string | null; suggestions: string[] } }).codeCheck
    }
    const customUrl = test.seed.word()
    await test.seed.link(ada, { customUrl })
    expect(await check(`${customUrl}-other`)).toEqual({ isAvailable: true, issue: null, suggestions: [] })
    const taken = await check(customUrl.toUpperCase())
    expect(taken).toMatchObject({ isAvailable: false, issue: 'TAKEN' })
    expect(taken.suggestions).toHaveLength(3)
    for (const suggestion of taken.suggestions) {
      const body = { longUrl: 'https://example.com', customUrl: suggestion }
      const { status } = await test.rest.post('/v1/urls', body, { token: ada.token })
      expect(status).toBe(201)
    }
    expect(await check('docs')).toMatchObject({ isAvailable: false, issue: 'RESERVED' })
    expect(await check('a')).toEqual({ isAvailable: false, issue: 'MALFORMED', suggestions: [] })
  })

  it('answers that a domain of another workspace is not there', async () => {
    const { token } = await test.seed.account()
    const variables = { code: 'spring', domainId: 'dom_01k00000000000000000000000' }
    const { errors } = await test.graph(document, { token, variables })
    expect(errors?.[0]?.extensions?.code).toBe('DOMAIN_NOT_FOUND')
  })
})
