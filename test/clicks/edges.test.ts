import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allScopes, type Scope } from '../../src/access/scopes.ts'
import { Context } from '../../src/graphql/context.ts'
import { expectGraphRefusal } from '../links/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await startApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())
