import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
let test: TestApp
beforeAll(async () => { test = await startApp() })
afterAll(() => test.close())
it('x', async () => {
  const a = await test.seed.account()
  console.log((await test.rest.get('/v1/auth/me', { token: a.token })))
  console.log((await test.graph('{ me { id name email role } }', { token: a.token })))
  await test.sql('delete from account where id = ?', [a.id])
  for (const [m, p, b] of [['GET','/v1/auth/me'],['GET','/v1/urls'],['POST','/v1/urls',{longUrl:'https://example.com/'}],['GET','/v1/clicks']] as const)
  console.log((await test.rest.send(m, p, { token: a.token, body: b })))
  console.log(test.logs.filter(l => l.level! as number > 30))
})
