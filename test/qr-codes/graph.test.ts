import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openToAnyone, tokenWith } from '../contract/anyone.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { codeOf, logoOf, type SeededCode } from './seed.ts'

let test: TestApp
let anyone: TestApp
let ada: SeededAccount
let code: SeededCode
let logo: { readonly id: string }
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  anyone = await openToAnyone(test, ada)
  logo = await logoOf(test, ada)
  code = await codeOf(test, ada, { logoId: logo.id })
})
afterAll(async () => {
  await anyone.close()
  await test.close()
})

const own = () => ({ token: ada.token })
const nodes = () => `{ nodes(ids: ["${code.id}", "${logo.id}"]) { __typename id } }`

describe('node', () => {
  it('finds codes and logos of the caller, and null for another account', async () => {
    expect((await test.graph(nodes(), own())).data.nodes).toEqual([
      { __typename: 'DynamicQrItem', id: code.id },
      { __typename: 'QrLogo', id: logo.id },
    ])
    const { token } = await test.seed.account()
    expect(await test.graph(nodes(), { token })).toEqual({ data: { nodes: [null, null] } })
  })

  it('requires the scope read:links', async () => {
    for (const { id } of [code, logo]) {
      const { errors } = await anyone.graph(`{ node(id: "${id}") { id } }`, { token: tokenWith('apiKey', 'write:qr') })
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INSUFFICIENT_SCOPE'])
    }
  })
})

describe('a code over GraphQL', () => {
  it('is created and updated by input objects, and deleted with its id in the answer', async () => {
    const created = await test.graph(
      `mutation($input: CreateDynamicQrInput!) { createDynamicQr(input: $input) {
        id code shortUrl destination url { code } design { margin logo { id } } } }`,
      {
        ...own(),
        variables: { input: { title: 'Poster', destination: 'https://example.com/a', margin: 2, logoId: logo.id } },
      },
    )
    const qr = created.data.createDynamicQr
    expect(qr).toEqual({
      id: expect.stringMatching(/^dqr_/),
      code: expect.any(String),
      shortUrl: `http://tack.test/${qr.code}`,
      destination: 'https://example.com/a',
      url: { code: qr.code },
      design: { margin: 2, logo: { id: logo.id } },
    })
    const updated = await test.graph(
      `mutation { updateDynamicQr(id: "${qr.id}", input: { destination: "https://example.com/b", logoId: null }) {
        destination design { margin logo { id } } } }`,
      own(),
    )
    expect(updated.data.updateDynamicQr).toEqual({
      destination: 'https://example.com/b',
      design: { margin: 2, logo: null },
    })
    const deleted = await test.graph(`mutation { deleteDynamicQr(id: "${qr.id}") { success deletedId } }`, own())
    expect(deleted.data.deleteDynamicQr).toEqual({ success: true, deletedId: qr.id })
  })

  it('names the input of an invalid destination', async () => {
    const { errors } = await test.graph(
      'mutation { createDynamicQr(input: { title: "Poster", destination: "ftp://example.com" }) { id } }',
      own(),
    )
    expect(errors?.[0]?.extensions.details?.map(({ field }) => field)).toEqual(['destination'])
  })

  it('shows its link only with the scope read:links', async () => {
    const { data, errors } = await anyone.graph(
      `mutation { updateDynamicQr(id: "${code.id}", input: { title: "Poster" }) { id url { id } } }`,
      { token: tokenWith('apiKey', 'write:qr') },
    )
    expect(data.updateDynamicQr).toEqual({ id: code.id, url: null })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['INSUFFICIENT_SCOPE'])
  })
})

it('returns the id of a deleted logo', async () => {
  const { id } = await logoOf(test, ada)
  const { data } = await test.graph(`mutation { deleteQrLogo(id: "${id}") { success deletedId } }`, own())
  expect(data.deleteQrLogo).toEqual({ success: true, deletedId: id })
})
