import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRestOperations } from '../../src/platform/rest/rest-operations.ts'
import { pageOf } from '../bio-pages/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import { overRest } from './faces.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const withExample = () => listRestOperations(test.app.schema).filter(({ route }) => route.example)

describe('the examples of the reference', () => {
  it('exist for the first steps of a new user', () => {
    const names = withExample().map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['shortenUrl', 'register', 'login', 'createUrl', 'createApiKey']))
  })

  it('work unchanged, one after the other', async () => {
    const account = await test.seed.account()
    const { id: linkId } = await test.seed.link(account)
    const { id: pageId } = await pageOf(test, account)
    // Registration must come before login.
    const operations = withExample()
      // Those of administrators are for another account.
      .filter(({ access }) => access.open || !access.role)
      .toSorted((a, b) => Number(b.name === 'register') - Number(a.name === 'register'))
    for (const operation of operations) {
      const id = operation.route.path.startsWith('/bio-pages/') ? pageId : linkId
      const inputs = { ...operation.route.example, ...(operation.pathArguments.includes('id') && { id }) }
      const { status, text } = await overRest(test, operation, inputs, { token: account.token })
      expect([operation.name, status, text]).toEqual([operation.name, operation.route.status, text])
    }
  })
})
