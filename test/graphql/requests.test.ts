import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmailTaken } from '../../src/modules/identity/accounts/account.errors.ts'
import { AccountResolver } from '../../src/modules/identity/accounts/index.ts'
import { LinkResolver } from '../../src/modules/publishing/links/index.ts'
import { SlugTaken } from '../../src/modules/publishing/links/link.errors.ts'
import type { CreateUrlInput } from '../../src/modules/publishing/links/link.inputs.ts'
import { anotherLike, contextOf } from '../contract/world.ts'
import { sharedApp, type TestApp } from '../support/app.ts'
import type { GraphError } from '../support/graph.ts'

let test: TestApp
beforeAll(async () => {
  test = await sharedApp()
})
afterAll(() => test.close())

const codes = (errors: readonly GraphError[] = []) => errors.map(({ path, extensions }) => [path?.[0], extensions.code])

describe('a thousand aliased logins in one request', () => {
  it.each([31, 100, 1000])('return 400 for %i without a statement', async (count) => {
    const { email } = await test.seed.account()
    const logins = Array.from(
      { length: count },
      (_, guess) => `a${guess}: login(email: "${email}", password: "guess ${guess}") { token }`,
    )
    test.statements.splice(0)
    const { data, errors } = await test.graph(`mutation { ${logins.join(' ')} }`)
    expect(data).toBeUndefined()
    expect(errors?.[0]?.extensions.http.status).toBe(400)
    expect(test.statements).toEqual([])
  })

  it('return 400 also in fragments', async () => {
    const { email } = await test.seed.account()
    const logins = Array.from(
      { length: 16 },
      (_, guess) => `a${guess}: login(email: "${email}", password: "guess ${guess}") { token }`,
    )
    const document = `mutation { ...A ...B } fragment A on Mutation { ${logins.join(' ')} } fragment B on Mutation { ...A }`
    test.statements.splice(0)
    expect((await test.graph(document)).errors?.[0]?.extensions.http.status).toBe(400)
    expect(test.statements).toEqual([])
  })
})

describe('several queries in one request', () => {
  it('return null and an error for the one that fails, and the results of the others', async () => {
    const account = await test.seed.account({ name: 'Ada' })
    const link = await test.seed.link(account)
    const document = '{ me { name } urls { nodes { id } } url(id: "gone") { id } }'
    const { data, errors } = await test.graph(document, { token: account.token })
    expect(data).toEqual({ me: { name: 'Ada' }, urls: { nodes: [{ id: link.id }] }, url: null })
    expect(codes(errors)).toEqual([['url', 'LINK_NOT_FOUND']])
  })

  it('return what needs no credential without one', async () => {
    const { data, errors } = await test.graph('{ publicStats { totalLinks } me { name } }')
    expect(data).toEqual({ publicStats: { totalLinks: expect.any(Number) }, me: null })
    expect(codes(errors)).toEqual([['me', 'UNAUTHENTICATED']])
  })
})

describe('several mutations in one request', () => {
  const create = (name: string, slug: string) =>
    `${name}: createUrl(input: { destination: "https://example.com/${name}", code: "${slug}" }) { id code title }`

  it('return null and an error for the one that fails, and commit those before and after it', async () => {
    const { token } = await test.seed.account()
    const [before, after] = [test.seed.word(), test.seed.word()]
    const document = `mutation { ${create('first', before)} ${create('clash', before)} ${create('third', after)} }`
    const { data, errors } = await test.graph(document, { token })
    expect([data.first.code, data.clash, data.third.code]).toEqual([before, null, after])
    expect(codes(errors)).toEqual([['clash', 'SLUG_TAKEN']])
    const { json } = await test.rest.get('/v1/urls', { token })
    expect(json.map(({ shortUrl }: { shortUrl: string }) => shortUrl).toSorted()).toEqual([before, after].toSorted())
  })

  it('do not write the changes of one that the database refused', async () => {
    const account = await test.seed.account()
    const link = await test.seed.link(account, { title: 'Before' })
    await test.sql(`create function refuse_title() returns trigger language plpgsql as
      $$ begin if new.title = 'Refused' then raise exception 'refused'; end if; return new; end $$`)
    await test.sql('create trigger refuse_title before update on link for each row execute function refuse_title()')
    const { data, errors } = await test.graph(
      `mutation ($id: ID!) {
        refused: updateUrl(id: $id, input: { title: "Refused" }) { id }
        done: updateUrl(id: $id, input: { clickLimit: 9 }) { title clickLimit }
      }`,
      { token: account.token, variables: { id: link.id } },
    )
    await test.sql('drop trigger refuse_title on link')
    expect(codes(errors)).toEqual([['refused', 'INTERNAL']])
    expect(data).toEqual({ refused: null, done: { title: 'Before', clickLimit: 9 } })
  })

  it('do not write the changes of a failed mutation', async () => {
    const account = await test.seed.account()
    const taken = await test.seed.link(account, { customUrl: test.seed.word() })
    const link = await test.seed.link(account, { title: 'Before' })
    const { errors } = await test.graph(
      `mutation ($id: ID!, $taken: String!) {
        done: updateUrl(id: $id, input: { clickLimit: 9 }) { id }
        refused: updateUrl(id: $id, input: { title: "Refused", code: $taken }) { id }
      }`,
      { token: account.token, variables: { id: link.id, taken: taken.shortUrl } },
    )
    expect(codes(errors)).toEqual([['refused', 'SLUG_TAKEN']])
    const [row] = await test.sql<object>('select title, code, click_limit from link where id = ?', [link.id])
    expect(row).toEqual({ title: 'Before', code: link.shortUrl, click_limit: 9 })
  })

  it('run one after the other, and each sees the results of earlier ones', async () => {
    const account = await test.seed.account()
    const link = await test.seed.link(account, { title: 'One', password: 'the word at the door' })
    const { data } = await test.graph(
      `mutation ($id: ID!, $code: String!) {
        a: updateUrl(id: $id, input: { title: "Two" }) { title currentClicks }
        b: unlockUrl(code: $code, password: "the word at the door") { destination }
        c: updateUrl(id: $id, input: { isCloaked: true }) { title currentClicks isCloaked }
        d: deleteUrl(id: $id) { success deletedId }
      }`,
      { token: account.token, variables: { id: link.id, code: link.shortUrl } },
    )
    expect(data.a).toEqual({ title: 'Two', currentClicks: 0 })
    expect(data.b.destination).toBe(link.originalUrl)
    expect(data.c).toEqual({ title: 'Two', currentClicks: 1, isCloaked: true })
    expect(data.d).toEqual({ success: true, deletedId: link.id })
    expect(await test.sql('select id from link where id = ?', [link.id])).toEqual([])
  })
})

describe('one EntityManager', () => {
  /** Calls services with one context, as the mutations of one request do. */
  async function context() {
    const { token } = await test.seed.account()
    return anotherLike((await contextOf(() => test.rest.get('/v1/auth/me', { token })))[1])
  }

  const createInput = (code: string): CreateUrlInput => ({
    destination: 'https://example.com/',
    code,
    isCloaked: false,
    privacyMode: false,
    forwardQuery: true,
    forwardPath: false,
    redirectType: 302,
  })

  it('works after a slug conflict', async () => {
    const request = await context()
    const links = request.resolver(LinkResolver)
    const [first, second] = [test.seed.word(), test.seed.word()]
    const { id } = await links.createUrl(createInput(first), request)
    await expect(links.createUrl(createInput(first), request)).rejects.toThrow(SlugTaken)
    await expect(
      links.updateUrl((await links.createUrl(createInput(second), request)).id, { code: first }, request),
    ).rejects.toThrow(SlugTaken)
    await links.updateUrl(id, { title: 'Still writing' }, request)
    expect((await links.urls({}, { sort: 'created_desc' }, request)).nodes).toHaveLength(2)
    const rows = await test.sql<{ code: string; title: string }>('select code, title from link where code in (?, ?)', [
      first,
      second,
    ])
    const titles = Object.fromEntries(rows.map(({ code, title }) => [code, title]))
    expect(titles).toEqual({ [first]: 'Still writing', [second]: 'example.com' })
  })

  it('works after a unique violation', async () => {
    const request = await context()
    const accounts = request.resolver(AccountResolver)
    const [taken, free] = [(await test.seed.account()).email, `${test.seed.word()}@example.com`]
    const password = 'correct horse battery'
    await expect(accounts.register({ name: 'Ada', email: taken, password }, request)).rejects.toThrow(EmailTaken)
    const { user } = await accounts.register({ name: 'Grace', email: free, password }, request)
    expect(await test.sql('select id from account where email in (?, ?)', [taken, free])).toHaveLength(2)
    expect((await accounts.login({ email: free, password }, request)).user.id).toBe(user.id)
  })
})

describe('requests at the same time', () => {
  it('each have their own caller and rows', async () => {
    const accounts = await Promise.all(Array.from({ length: 5 }, () => test.seed.account()))
    const links = await Promise.all(accounts.map((account) => test.seed.link(account)))
    const turns = Array.from({ length: 20 }, (_, turn) => turn % accounts.length)
    const answers = await Promise.all(
      turns.map((turn) => test.graph('{ me { id } urls { nodes { id } } }', { token: accounts[turn]?.token })),
    )
    for (const [index, turn] of turns.entries()) {
      expect(answers[index]?.data).toEqual({
        me: { id: accounts[turn]?.id },
        urls: { nodes: [{ id: links[turn]?.id }] },
      })
    }
    const strangers = await Promise.all([test.graph('{ me { id } }'), test.graph('{ urls { totalCount } }')])
    for (const { errors } of strangers) expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
  })
})
