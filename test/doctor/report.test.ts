import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { secondMs } from '../../src/platform/shared/time.ts'
import { expectError } from '../links/answers.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

let test: TestApp
let admin: SeededAccount
beforeAll(async () => {
  test = await startApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'tack@example.com' })
  admin = await test.seed.account()
  await test.sql(`update account set role = 'admin' where id = ?`, [admin.id])
})
afterAll(() => test.close())

const read = (token = admin.token) => test.rest.get('/v1/operation/doctor', { token })

describe('GET /operation/doctor', () => {
  it('returns what is wrong first, with the tables of the database', async () => {
    const { status, json } = await read()
    expect([status, json.status]).toEqual([200, 'error'])
    expect(json.findings[0].status).toBe('error')
    expect(json.findings).toContainEqual({
      check: 'mail',
      status: 'error',
      text: expect.stringContaining('SMTP_URL'),
    })
    const texts = json.findings.map(({ text }: { text: string }) => text).join('\n')
    expect(texts).toContain('The tables are of this version')
    expect(texts).toContain('The service accepts visitors.')
  })

  it('is the same report for 10 seconds, and for all who read at once', async () => {
    const reports = await Promise.all([read(), read(), read()])
    const [first] = reports.map(({ json }) => json.checkedAt)
    expect(reports.map(({ json }) => json.checkedAt)).toEqual([first, first, first])
    test.clock.set(new Date(test.clock.now().getTime() + 11 * secondMs))
    expect((await read()).json.checkedAt).not.toBe(first)
  })

  it('is doctor in the graph', async () => {
    const { data } = await test.graph('{ doctor { status findings { check status } } }', { token: admin.token })
    expect(data?.doctor.findings).toContainEqual({ check: 'mail', status: 'ERROR' })
  })

  it('returns 403 to others', async () => {
    expectError(await read((await test.seed.account()).token), 403, 'FORBIDDEN')
  })
})
