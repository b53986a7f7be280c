import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../src/platform/shared/ids.ts'
import { expectGraphqlError } from '../links/answers.ts'
import { givenGrant } from '../oauth/app-rows.ts'
import { pixelOf } from '../pixels/seed.ts'
import { logoOf } from '../qr-codes/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'

/** The items of each list. The second and the third were created at the same instant, so the id decides. */
const size = 5

let test: TestApp
let ada: SeededAccount
let webhookId: string
beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account()
  webhookId = (await test.seed.webhook(ada)).id
  const app = await test.seed.app(ada)
  for (let n = 0; n < size; n++) {
    if (n !== 2) test.clock.advance({ seconds: 1 })
    if (n > 0) {
      await test.seed.app(ada)
      await test.seed.webhook(ada)
    }
    await pixelOf(test, ada)
    await logoOf(test, ada)
    await test.seed.key(ada)
    await givenGrant(test, ada, app)
    await seedDelivery()
  }
})
afterAll(() => test.close())

async function seedDelivery(): Promise<void> {
  const now = test.clock.now()
  const eventId = newId('evt', now)
  await test.sql(
    `insert into event (id, kind, workspace_id, payload, created_at) values (?, 'link.created', ?, '{}', ?)`,
    [eventId, ada.workspaceId, now],
  )
  await test.sql(
    `insert into webhook_delivery (id, webhook_id, event_id, state, created_at) values (?, ?, ?, 'exhausted', ?)`,
    [newId('dlv', now), webhookId, eventId, now],
  )
}

interface Connection {
  readonly totalCount: number
  readonly nodes: readonly { id: string }[]
  readonly edges: readonly { cursor: string; node: { id: string } }[]
  readonly pageInfo: Readonly<Record<string, unknown>>
}

interface List {
  readonly name: string
  readonly restPath: () => string
  /** The document with the list under the alias `list`. */
  readonly documentWith: (args: string, selection: string) => string
}

const rootList = (name: string, restPath: string): List => ({
  name,
  restPath: () => restPath,
  documentWith: (args, selection) => `{ list: ${name}${args && `(${args})`} ${selection} }`,
})

const lists: readonly List[] = [
  rootList('apiKeys', '/v1/keys'),
  rootList('oauthApps', '/v1/oauth/apps'),
  rootList('oauthGrants', '/v1/oauth/grants'),
  rootList('activities', '/v1/activity'),
  rootList('webhooksConnection', '/v1/webhooks'),
  rootList('pixelsConnection', '/v1/pixels'),
  rootList('qrLogosConnection', '/v1/qr-logos'),
  ...['webhooksConnection', 'pixelsConnection'].map((name): List => {
    const restPath = () => `/v1/${name.replace('Connection', '')}`
    const documentWith = (args: string, selection: string) =>
      `{ workspace(id: "${ada.workspaceId}") { list: ${name}${args && `(${args})`} ${selection} } }`
    return { name: `Workspace.${name}`, restPath, documentWith }
  }),
  {
    name: 'webhookDeliveries',
    restPath: () => `/v1/webhooks/${webhookId}/deliveries`,
    documentWith: (args, selection) => `{ list: webhookDeliveries(id: "${webhookId}", ${args}) ${selection} }`,
  },
  {
    name: 'WebhookItem.deliveries',
    restPath: () => `/v1/webhooks/${webhookId}/deliveries`,
    documentWith: (args, selection) =>
      `{ webhook(id: "${webhookId}") { list: deliveries${args && `(${args})`} ${selection} } }`,
  },
]

const selection = `{
  totalCount nodes { id } edges { cursor node { id } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
}`

async function read({ documentWith }: List, args: string): Promise<Connection> {
  const { data, errors } = await test.graph(documentWith(args, selection), { token: ada.token })
  expect(errors).toBeUndefined()
  return data.list ?? (data.webhook ?? data.workspace).list
}

async function idsOverRest({ restPath }: List): Promise<string[]> {
  const { json } = await test.rest.get(restPath(), { token: ada.token })
  return json.map(({ id }: { id: string }) => id)
}

/** Expects 400 for the arguments, and null for the list alone. */
async function expectInvalid({ documentWith }: List, args: string, argument: string): Promise<void> {
  const { data, errors } = await test.graph(documentWith(args, '{ totalCount }'), { token: ada.token })
  expect(data.list ?? (data.webhook ?? data.workspace)?.list ?? null).toBeNull()
  expectGraphqlError({ data: null, ...(errors && { errors }) }, 400, 'INVALID_PARAMS', [argument])
}

const idsOf = ({ nodes }: Connection) => nodes.map(({ id }) => id)

describe.each(lists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  it('returns the same in the same order as REST, forwards and backwards', async () => {
    const expected = await idsOverRest(list)
    expect(expected.length).toBeGreaterThanOrEqual(size)
    const forwards: string[] = []
    for (let after = ''; ; ) {
      const page = await read(list, `first: 2${after}`)
      expect(page.edges.map(({ node }) => node)).toEqual(page.nodes)
      expect(page.pageInfo).toMatchObject({ hasPreviousPage: after !== '', startCursor: page.edges[0]?.cursor })
      forwards.push(...idsOf(page))
      if (!page.pageInfo.hasNextPage) break
      after = `, after: "${page.pageInfo.endCursor}"`
    }
    const backwards: string[] = []
    for (let before = ''; ; ) {
      const page = await read(list, `last: 2${before}`)
      expect(page.pageInfo.hasNextPage).toBe(before !== '')
      backwards.unshift(...idsOf(page))
      if (!page.pageInfo.hasPreviousPage) break
      before = `, before: "${page.pageInfo.startCursor}"`
    }
    expect([forwards, backwards]).toEqual([expected, expected])
  })

  it('returns the total and no item for first: 0', async () => {
    const { totalCount, nodes, pageInfo } = await read(list, 'first: 0')
    expect([totalCount, nodes]).toEqual([(await idsOverRest(list)).length, []])
    expect(pageInfo).toEqual({ hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null })
  })

  it('returns the items between two cursors', async () => {
    const { edges } = await read(list, 'first: 5')
    const args = `after: "${edges[0]?.cursor}", before: "${edges[3]?.cursor}"`
    const between = edges.slice(1, 3).map(({ node }) => node.id)
    expect(idsOf(await read(list, args))).toEqual(between)
    expect(idsOf(await read(list, `${args}, last: 1`))).toEqual(between.slice(1))
  })

  it.each(['after', 'before'])('returns 400 for the cursor of another list in %s', async (argument) => {
    const other = lists.find(({ restPath }) => restPath() !== list.restPath()) as List
    const { edges } = await read(other, 'first: 1')
    await expectInvalid(list, `${argument}: "${edges[0]?.cursor}"`, argument)
  })

  it.each([
    ['first: 101', 'first'],
    ['last: -1', 'last'],
    ['first: 1, last: 1', 'last'],
  ])('returns 400 for %s', async (args, argument) => {
    await expectInvalid(list, args, argument)
  })
})
