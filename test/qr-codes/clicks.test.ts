import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { codeOf } from './seed.ts'

let test: TestApp
let ada: SeededAccount
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
})
afterAll(() => test.close())

it('a click on a QR code names the code in lists, files and the graph, and one on a link names none', async () => {
  const { token } = ada
  const code = await codeOf(test, ada)
  const link = await test.seed.link(ada)
  const { json: item } = await test.rest.get(`/v1/dynamic-qr/${code.id}`, { token })
  for (const path of [`/${item.shortCode}?qr=1`, `/${item.shortCode}`, `/${link.shortUrl}`])
    expect((await test.rest.get(path, as('chrome'))).status).toBe(302)
  const ofCode = { urlId: item.urlId, qrId: code.id }
  const expected = [{ urlId: link.id, qrId: null }, ofCode, ofCode]
  const pick = (clicks: { urlId: string; qrId: string | null }[]) =>
    clicks.map(({ urlId, qrId }) => ({ urlId, qrId })).toSorted((a, b) => (a.qrId ?? '').localeCompare(b.qrId ?? ''))
  const { json: clicks } = await test.rest.get('/v1/clicks', { token })
  expect(pick(clicks)).toEqual(expected)
  expect(pick((await test.rest.get('/v1/clicks/export?format=json', { token })).json)).toEqual(expected)
  const csv = (await test.rest.get('/v1/clicks/export?format=csv', { token })).text.trim().split('\r\n')
  const column = csv[0]?.split(',').indexOf('qrId') ?? -1
  expect(
    csv
      .slice(1)
      .map((row) => row.split(',')[column])
      .toSorted(),
  ).toEqual(['', code.id, code.id])

  test.statements.splice(0)
  const document = '{ clicks { nodes { urlId qrId qr { id title destination } url { id } } } }'
  const { data } = await test.graph(document, { token })
  expect(pick(data.clicks.nodes)).toEqual(expected)
  const scanned = data.clicks.nodes.filter(({ qr }: { qr: object | null }) => qr)
  expect(scanned).toMatchObject(
    [1, 2].map(() => ({ qr: { id: code.id, title: item.title, destination: item.targetUrl } })),
  )
  expect(test.statements.filter((sql) => /from "dynamic_qr"/.test(sql))).toHaveLength(1)
})
