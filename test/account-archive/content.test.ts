import { afterAll, beforeAll, expect, it } from 'vitest'
import { archiveParts } from '../../src/modules.ts'
import { importOf } from '../imports/seed.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { SeededAccount } from '../support/seed.ts'
import { as } from '../support/visitor.ts'
import { addMember } from '../workspaces/team.ts'
import { archiveOf } from './seed.ts'

const linkPassword = 'the word at the door'
const rowCount = 1_203

let test: TestApp
let ada: SeededAccount
let eve: SeededAccount
/** What no archive may contain. */
const secrets: string[] = []
/** What is Eve's. */
const foreign: string[] = []
/** A link that Ada has made in a workspace of Eve. */
let linkOfEve: string
let personal: string
let shared: { readonly id: string; readonly slug: string }
let entries: Record<string, string>

async function seedAll(account: SeededAccount): Promise<string[]> {
  const { rest, seed } = test
  const credentials = { token: account.token }
  const words = [seed.word(), seed.word(), seed.word()] as const
  const destination = `https://${words[0]}.example.com/`
  const link = await seed.link(account, { longUrl: destination, title: words[1], password: linkPassword })
  const open = await seed.link(account, { longUrl: `${destination}open` })
  await rest.get(`/${open.shortUrl}?utm_campaign=${words[2]}`, as('chrome'))
  await rest.post(`/v1/tags`, { name: words[1] }, credentials)
  const key = await seed.key(account, { name: `Key ${words[1]}` })
  const app = await seed.app(account, { name: `App ${words[1]}` })
  const webhook = await seed.webhook(account, { name: `Hook ${words[1]}` })
  await importOf(test, account)
  secrets.push(key.key, app.clientSecret ?? '', webhook.secret, account.password, account.token)
  return [link.id, open.id, key.id, app.id, webhook.id, account.email, ...words]
}

beforeAll(async () => {
  test = await sharedApp()
  ada = await test.seed.account({ name: 'Ada Lovelace' })
  eve = await test.seed.account({ name: 'Eve' })
  await seedAll(ada)
  foreign.push(...(await seedAll(eve)))
  const [row] = await test.sql<{ slug: string }>('select slug from workspace where id = ?', [ada.workspaceId])
  personal = `workspaces/${row?.slug}/`
  shared = (await test.rest.post('/v1/workspaces', { name: 'Acme' }, { token: ada.token })).json
  // Of two workspaces of which both are members, each archive has the own one only.
  const ofEve = (await test.rest.post('/v1/workspaces', { name: 'Theirs' }, { token: eve.token })).json
  await test.sql(`update workspace set plan = 'business' where id in (?, ?)`, [shared.id, ofEve.id])
  await addMember(test, { id: ofEve.id, owner: eve }, ada)
  await test.rest.post(
    '/v1/urls',
    { longUrl: 'https://acme.example.com/', workspaceId: shared.id },
    { token: ada.token },
  )
  const { json } = await test.rest.post(
    '/v1/urls',
    { longUrl: 'https://theirs.example.com/', workspaceId: ofEve.id },
    { token: ada.token },
  )
  linkOfEve = json.id
  // More rows than a page has, in a table whose key has two columns.
  await test.sql(
    `insert into link_import_error
     select id, number, 'INVALID_PARAMS', 'Row ' || number from link_import, generate_series(1, ?) as number
      where workspace_id = ?`,
    [rowCount, ada.workspaceId],
  )
  const hashes = await test.sql<{ hash: string }>(
    `select password_hash as hash from account where password_hash is not null union select password_hash from link where password_hash is not null
      union select key_hash from api_key union select secret_digest from oauth_app where secret_digest is not null
      union select token_digest from workspace_invitation
      union select encode(sealed_secret, 'hex') from webhook union select encode(sealed_secret, 'base64') from webhook`,
  )
  secrets.push(linkPassword, ...hashes.map(({ hash }) => hash))
  entries = await archiveOf(test, ada)
})
afterAll(() => test.close())

const recordsIn = (name: string) => JSON.parse(entries[name] ?? 'null')

it('an archive has a folder for each workspace that the account owns, with all files', () => {
  const filesOf = (of: string) =>
    archiveParts.flatMap((part) => (part.of === of && !part.name.endsWith('/') ? part.name : []))
  const expected = [
    ...['README.txt', ...filesOf('account')],
    ...filesOf('workspace').map((name) => personal + name),
    ...filesOf('workspace').map((name) => `workspaces/${shared.slug}/${name}`),
  ]
  expect(Object.keys(entries).toSorted()).toEqual(expected.toSorted())
  for (const name of Object.keys(entries).filter((each) => each.endsWith('.json')))
    expect(Array.isArray(recordsIn(name)), name).toBe(true)
})

it('the README names every file in plain words', () => {
  const readme = entries['README.txt'] ?? ''
  for (const { name, about } of archiveParts) expect(readme).toContain(`  ${name.padEnd(26)}${about}\r\n`)
  expect(readme).toContain(`workspaces/${shared.slug}/`)
})

it('an archive has the account, its links and its clicks', () => {
  expect(recordsIn('profile.json')).toMatchObject([{ id: ada.id, name: 'Ada Lovelace', email: ada.email }])
  expect(recordsIn('workspaces.json')).toMatchObject([
    { isPersonal: true, role: 'owner' },
    { name: 'Acme', role: 'owner' },
    { name: 'Theirs', role: 'member' },
  ])
  expect(recordsIn(`${personal}links.json`)).toMatchObject([{ hasPassword: true }, { hasPassword: false, clicks: 1 }])
  const [header, click, ...more] = (entries[`${personal}clicks.csv`] ?? '').trim().split('\r\n')
  expect([header, click, more]).toEqual([
    expect.stringMatching(/^id,urlId,createdAt/),
    expect.stringContaining(recordsIn(`${personal}links.json`)[1].id),
    [],
  ])
  expect(recordsIn(`workspaces/${shared.slug}/links.json`)).toMatchObject([{ longUrl: 'https://acme.example.com/' }])
  for (const name of ['tags', 'api-keys', 'webhooks', 'imports'])
    expect(recordsIn(`${personal}${name}.json`), name).toHaveLength(1)
  expect(recordsIn('oauth-apps.json')).toHaveLength(1)
})

it('a table with more rows than a page is complete, in the order of its key', () => {
  const rows = recordsIn(`${personal}import-errors.json`).map(({ row }: { row: number }) => row)
  expect(rows).toEqual(Array.from({ length: rowCount }, (_, n) => n + 1))
})

it('an archive has no secret, nor the hash of one', () => {
  expect(secrets.length).toBeGreaterThan(14)
  for (const [name, text] of Object.entries(entries))
    for (const secret of secrets) expect(text.includes(secret), `${name}: ${secret}`).toBe(false)
})

it('an archive has nothing that another account owns', () => {
  expect(foreign).toHaveLength(9)
  for (const [name, text] of Object.entries(entries))
    for (const word of foreign) expect(text.includes(word), `${name}: ${word}`).toBe(false)
  const others = Object.entries(entries).filter(([name]) => name !== 'activities.json')
  for (const [name, text] of others) expect(text, name).not.toMatch(`${linkOfEve}|theirs.example.com`)
  expect(recordsIn('activities.json')).toContainEqual(
    expect.objectContaining({ actor: ada.id, type: 'link.created', subjectId: linkOfEve }),
  )
})
