import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const register = (password: string) =>
  test.rest.post('/v1/auth/register', { name: 'Ada', email: `${test.seed.word()}@example.com`, password })

const ranked = dictionary['passwords-common'].filter((each) => each.length >= 8)

describe('POST /auth/register with a common password', () => {
  it.each([
    ['the second of the list', ranked[1]],
    ['the 10,000th of those that are long enough', ranked[9_999]],
    ['one of the list in upper case', 'PASSWORD1'],
    ['one of the list in mixed case', 'LetMeIn1'],
    ['one of the list in full-width letters', 'ｐａｓｓｗｏｒｄ'],
    ['one figure again and again', '88888888'],
    ['one letter again and again', 'aAaAaAaAa'],
    ['four figures twice', '12341234'],
    ['figures in a row', '23456789'],
    ['letters in a row', 'ABCDEFGH'],
    ['figures in a row, backwards', '98765432'],
  ])('returns 400 naming password for %s, without the value', async (_title, password = '') => {
    const { status, json, text } = await register(password)
    expect([status, json.error.code]).toEqual([400, 'INVALID_PARAMS'])
    const issue = 'is one of the most common passwords; choose another one'
    expect(json.error.details).toEqual([{ field: 'password', issue }])
    expect(text).not.toContain(password)
  })

  it.each([
    ['the 10,001st', ranked[10_000]],
    ['one of the list with a character more', 'password1;'],
    ['a sentence', 'correct horse battery'],
    ['128 characters of one kind', 'p'.repeat(128)],
    ['what repeats itself but for the end', 'abcdabcdabce'],
  ])('returns 201 for %s', async (_title, password = '') => {
    expect((await register(password)).status).toBe(201)
  })

  it('names the length of a short password', async () => {
    const { json } = await register('1234567')
    expect(json.error.details[0].issue).toContain('8')
  })
})
