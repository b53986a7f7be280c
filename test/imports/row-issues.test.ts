import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { imported } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

const errorFields = '{ row code message issues { field code values { name value } } }'

async function previewErrors(input: object) {
  const document = `mutation ($input: PreviewImportInput!) { previewImport(input: $input) { rows { error ${errorFields} } } }`
  const { data } = await test.graph(document, { token: ada.token, variables: { input } })
  return data.previewImport.rows.map(({ error }: { error: unknown }) => error)
}

/** A file with one row, and what is wrong with it. */
const mistakes: readonly (readonly [columns: string, row: string, field: string, code: string])[] = [
  ['longUrl,title', ',Nowhere', 'longUrl', 'MISSING_VALUE'],
  ['longUrl', 'ftp://example.com', 'longUrl', 'NOT_HTTP'],
  ['longUrl,customUrl', 'https://example.com,a', 'customUrl', 'WRONG_SLUG_LENGTH'],
  ['longUrl,expiresAt', 'https://example.com,soon', 'expiresAt', 'NOT_A_DATE'],
  ['longUrl,expiresAt', 'https://example.com,05/04/2030', 'expiresAt', 'AMBIGUOUS_DATE'],
  ['longUrl,isActive', 'https://example.com,perhaps', 'isActive', 'NOT_A_BOOLEAN'],
  ['longUrl,clickLimit', 'https://example.com,many', 'clickLimit', 'NOT_A_NUMBER'],
  ['longUrl,clickLimit', 'https://example.com,0', 'clickLimit', 'OUT_OF_BOUNDS'],
  ['longUrl,redirectType', 'https://example.com,200', 'redirectType', 'OUT_OF_BOUNDS'],
  ['longUrl,password', 'https://example.com,sesame', 'password', 'PASSWORD_IN_FILE'],
  ['longUrl,folder', `https://example.com,${'x'.repeat(65)}`, 'folder', 'TOO_LONG'],
  ['longUrl,tags', `https://example.com,"${Array.from({ length: 21 }, (_, n) => `t${n}`).join()}"`, 'tags', 'TOO_MANY'],
  ['longUrl,rules', 'https://example.com,{', 'rules', 'UNREADABLE_RULES'],
  ['longUrl,rules', 'https://example.com,"[{""kind"":""mood""}]"', 'rules', 'UNREADABLE_RULES'],
  [
    'longUrl,title',
    'https://a.example/,"open\nhttps://b.example/,"closed"\nhttps://c.example/,fine',
    'row',
    'OPEN_QUOTE',
  ],
]

describe('the issues of a row that is no link', () => {
  it.each(mistakes)('of the columns %s and the row %s name %s and %s', async (columns, row, field, code) => {
    const [error] = await previewErrors({ content: `${columns}\n${row}\n` })
    expect(error).toMatchObject({ row: 1, code: 'INVALID_PARAMS', issues: [expect.objectContaining({ field, code })] })
  })

  it('have the values of their sentence, and are kept with the import', async () => {
    const content = `longUrl,customUrl\nhttps://example.com,a\n,b`
    const { id } = await imported(test, ada, { content })
    const document = `query ($id: ID!) { import(id: $id) { errors ${errorFields} } }`
    const { data } = await test.graph(document, { token: ada.token, variables: { id } })
    const values = [
      { name: 'min', value: '3' },
      { name: 'max', value: '64' },
    ]
    expect(data.import.errors).toEqual([
      expect.objectContaining({ row: 1, issues: [{ field: 'customUrl', code: 'WRONG_SLUG_LENGTH', values }] }),
      expect.objectContaining({ row: 2, issues: [{ field: 'longUrl', code: 'MISSING_VALUE', values: [] }] }),
    ])
    expect((await test.rest.get(`/v1/imports/${id}`, { token: ada.token })).json.errors[0]).not.toHaveProperty('issues')
  })

  it('are none for an import of a version before', async () => {
    const { id } = await imported(test, ada, { content: 'longUrl\nnowhere at all' })
    await test.sql('update link_import_error set issues = default where import_id = ?', [id])
    const document = `query ($id: ID!) { import(id: $id) { errors ${errorFields} } }`
    const { data } = await test.graph(document, { token: ada.token, variables: { id } })
    expect(data.import.errors).toMatchObject([{ row: 1, code: 'INVALID_PARAMS', issues: [] }])
  })
})
