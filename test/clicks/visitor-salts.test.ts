import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VisitorSalts } from '../../src/modules/visits/clicks/tracking/visitor-salts.ts'
import { emptiedApp, type TestApp } from '../support/app.ts'
import { agents, as, recorded } from '../support/visitor.ts'

let test: TestApp
beforeAll(async () => {
  test = await emptiedApp()
  test.clock.set(new Date(`${test.clock.now().toISOString().slice(0, 10)}T12:00:00.000Z`))
})
afterAll(() => test.close())

const node = () => new VisitorSalts(test.app.database.orm, test.clock)
const today = () => test.clock.now().toISOString().slice(0, 10)
const hash = async (salts: VisitorSalts, owner = 'acc_1', address = '198.51.100.1', agent: string = agents.chrome) =>
  salts.hash(owner, address, agent)

async function keptDays(): Promise<string[]> {
  const rows = await test.sql<{ day: string }>('select day::text as day from visitor_salt order by day')
  return rows.map(({ day }) => day)
}

describe('the hash of a visitor', () => {
  it('is 16 bytes, the same for a visitor all day and on every node', async () => {
    const [one, other] = [node(), node()]
    const first = await hash(one)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(await hash(other)).toBe(first)
    test.clock.advance({ hours: 11, minutes: 59, seconds: 59, ms: 999 })
    expect(await hash(one)).toBe(first)
    expect(await hash(node())).toBe(first)
    test.clock.advance({ hours: -11, minutes: -59, seconds: -59, ms: -999 })
  })

  it.each([
    ['another owner', ['acc_2', '198.51.100.1', agents.chrome]],
    ['another address', ['acc_1', '198.51.100.2', agents.chrome]],
    ['another browser', ['acc_1', '198.51.100.1', agents.firefox]],
    ['the same text divided differently', ['acc_11', '98.51.100.1', agents.chrome]],
  ] as const)('is another one for %s', async (_, [owner, address, agent]) => {
    const salts = node()
    expect(await hash(salts, owner, address, agent)).not.toBe(await hash(salts))
  })

  it('is the same within a /64 of IPv6, and for an IPv4 address mapped to IPv6', async () => {
    const salts = node()
    const first = await hash(salts, 'acc_1', '2001:db8:1:2::1')
    expect(await hash(salts, 'acc_1', '2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(first)
    expect(await hash(salts, 'acc_1', '2001:db8:1:3::1')).not.toBe(first)
    expect(await hash(salts, 'acc_1', '::ffff:198.51.100.1')).toBe(await hash(salts))
  })

  it('changes at midnight UTC', async () => {
    const salts = node()
    const before = await hash(salts)
    test.clock.set(new Date(`${today()}T23:59:59.999Z`))
    expect(await hash(salts)).toBe(before)
    test.clock.advance({ ms: 1 })
    const after = await hash(salts)
    expect(after).not.toBe(before)
    expect(await hash(node())).toBe(after)
  })

  it('is the same on ten nodes that create the salt of a day at once', async () => {
    test.clock.advance({ days: 1 })
    const hashes = await Promise.all(Array.from({ length: 10 }, () => hash(node())))
    expect(new Set(hashes).size).toBe(1)
    expect(await keptDays()).toEqual([today()])
  })

  it('is the same on all links of an owner, and different for each link without an owner', async () => {
    const ada = await test.seed.account()
    const [first, second] = [await test.seed.link(ada), await test.seed.link(ada)]
    const anonymous = await Promise.all(
      ['a', 'b'].map(async (path) => {
        const { json } = await test.rest.post('/v1/free-urls/shorten', { longUrl: `https://example.com/${path}` })
        const [row] = await test.sql<{ id: string }>('select id from link where code = ?', [json.shortCode])
        return { id: row?.id ?? '', shortUrl: json.shortCode as string }
      }),
    )
    const hashes: string[] = []
    for (const link of [first, second, ...anonymous]) {
      await test.rest.get(`/${link.shortUrl}`, as('chrome'))
      const [row] = await recorded(test, link)
      hashes.push(Buffer.from(row?.visitor_hash ?? []).toString('hex'))
    }
    expect(hashes[0]).toBe(hashes[1])
    expect(new Set(hashes).size).toBe(3)
  })
})

describe('the salt of a day', () => {
  it('is deleted when the salt of the next day is created', async () => {
    await hash(node())
    test.clock.advance({ days: 1 })
    await hash(node())
    expect(await keptDays()).toEqual([today()])
  })

  it('is deleted by the daily maintenance within 48 hours, also without visitors', async () => {
    const salts = node()
    const then = await hash(salts)
    await salts.deletePastSalts()
    expect(await keptDays()).toEqual([today()])
    expect(await hash(salts)).toBe(then)
    test.clock.set(new Date(`${today()}T23:59:59.999Z`))
    test.clock.advance({ ms: 1 })
    await salts.deletePastSalts()
    expect(await keptDays()).toEqual([])
    test.clock.advance({ ms: -1 })
    // It is not in the memory of the process either.
    expect(await hash(salts)).not.toBe(then)
  })

  it('is deleted when a service starts that was stopped at midnight', async () => {
    await test.sql("insert into visitor_salt (day, salt) values ('2020-01-01', 'x'::bytea) on conflict do nothing")
    if (test.database === 'server') await (await test.sibling()).close()
    else await node().deletePastSalts()
    expect(await keptDays()).not.toContain('2020-01-01')
  })

  it('is 32 random bytes', async () => {
    test.clock.advance({ days: 1 })
    await hash(node())
    const [row] = await test.sql<{ salt: Uint8Array }>('select salt from visitor_salt where day = ?', [today()])
    expect(row?.salt).toHaveLength(32)
  })
})

it('loads the salt again after an error of the database', async () => {
  test.clock.advance({ days: 1 })
  const salts = node()
  await test.sql('alter table visitor_salt rename to visitor_salt_away')
  await expect(hash(salts)).rejects.toThrow('visitor_salt')
  await test.sql('alter table visitor_salt_away rename to visitor_salt')
  expect(await hash(salts)).toBe(await hash(node()))
})
