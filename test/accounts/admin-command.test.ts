import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAdminCommand } from '../../src/modules/accounts/index.ts'
import { startApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const command = (...given: string[]) => runAdminCommand(test.app.database.orm.em.fork(), given)

const roleOf = async ({ token }: { token: string }) => (await test.rest.get('/v1/auth/me', { token })).json.role

it('gives and takes the role by the id, from the next request on, and lists who has it', async () => {
  const [ada, ben] = [await test.seed.account(), await test.seed.account()]
  expect(await command('list')).toEqual({ text: 'There is no admin.', isDone: true })
  expect(await command('grant', ada.id)).toEqual({ text: expect.stringContaining(`${ada.id}  admin`), isDone: true })
  expect([await roleOf(ada), await roleOf(ben)]).toEqual(['admin', 'user'])
  const { text } = await command('list')
  expect([text.includes(ada.id), text.includes(ben.id)]).toEqual([true, false])
  expect(await command('revoke', ada.id)).toEqual({ text: expect.stringContaining(`${ada.id}  user`), isDone: true })
  expect(await roleOf(ada)).toBe('user')
})

it('grants nothing to an e-mail address, which anybody may have registered, and shows whose it is', async () => {
  const account = await test.seed.account({ name: 'Ada\u001b[2J' })
  const { text, isDone } = await command('grant', account.email.toUpperCase())
  expect([isDone, text]).toEqual([false, expect.stringContaining(`grant ${account.id}`)])
  expect(text).not.toContain('\u001b')
  expect(await roleOf(account)).toBe('user')
  expect((await command('grant', 'nobody@example.com')).isDone).toBe(false)
})

it('says what it takes when it is asked for anything else, and does nothing', async () => {
  const { id } = await test.seed.account()
  for (const given of [[], ['grant'], ['promote', id], ['grant', 'acc_nobody'], ['grant', '']]) {
    expect((await command(...given)).isDone).toBe(false)
  }
  expect(await test.sql(`select 1 from account where role <> 'user'`)).toEqual([])
})
