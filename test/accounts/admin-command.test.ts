import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminCommands } from '../../src/modules.ts'
import { runAdminCommand } from '../../src/platform/admin-command.ts'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
  // Other test files have admins.
  await test.sql(`update account set role = 'user' where role <> 'user'`)
})
afterAll(() => test.close())

const command = (...args: string[]) =>
  runAdminCommand(adminCommands, { em: test.app.database.orm.em.fork(), settings: test.settings }, args)

const roleOf = async ({ token }: { token: string }) => (await test.rest.get('/v1/auth/me', { token })).json.role

it('grants and revokes the role by id, from the next request on, and lists admins', async () => {
  const [ada, ben] = [await test.seed.account(), await test.seed.account()]
  expect(await command('list')).toEqual({ text: 'There is no admin.', isDone: true })
  expect(await command('grant', ada.id)).toEqual({ text: expect.stringContaining(`${ada.id}  admin`), isDone: true })
  expect([await roleOf(ada), await roleOf(ben)]).toEqual(['admin', 'user'])
  const { text } = await command('list')
  expect([text.includes(ada.id), text.includes(ben.id)]).toEqual([true, false])
  expect(await command('revoke', ada.id)).toEqual({ text: expect.stringContaining(`${ada.id}  user`), isDone: true })
  expect(await roleOf(ada)).toBe('user')
})

it('shows the account of an e-mail address, which is not verified, and grants nothing', async () => {
  const account = await test.seed.account({ name: 'Ada\u001b[2J' })
  const { text, isDone } = await command('grant', account.email.toUpperCase())
  expect([isDone, text]).toEqual([false, expect.stringContaining(`grant ${account.id}`)])
  expect(text).not.toContain('\u001b')
  expect(await roleOf(account)).toBe('user')
  expect((await command('grant', 'nobody@example.com')).isDone).toBe(false)
})

it('prints its usage for other arguments, and changes nothing', async () => {
  const { id } = await test.seed.account()
  for (const args of [[], ['grant'], ['promote', id], ['grant', 'acc_nobody'], ['grant', ''], ['grant', id, id]]) {
    expect((await command(...args)).isDone).toBe(false)
  }
  expect(await test.sql(`select 1 from account where role <> 'user'`)).toEqual([])
})
