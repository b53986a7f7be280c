import type { Actor, Inputs } from './acts.ts'

/** Makes the account of the actor an admin, as the command of the operator does. */
export async function promote({ test, account }: Actor): Promise<void> {
  await test.sql(`update account set role = 'admin' where id = ?`, [account.id])
}

/** Sends a request as an admin over REST. */
async function asAdmin(actor: Actor, path: string, body: Inputs) {
  await promote(actor)
  const { status, text, json } = await actor.test.rest.post(path, body, { token: actor.account.token })
  if (status >= 300) throw new Error(`Seeding failed: ${status} ${text}`)
  return json
}

/** A reported link of the actor. */
async function reportedLink(actor: Actor): Promise<{ readonly id: string; readonly shortUrl: string }> {
  await promote(actor)
  const { test, account, word } = actor
  const link = await test.seed.link(account, { longUrl: 'https://example.com/trap', customUrl: word() })
  await test.rest.post('/v1/abuse-reports', { shortUrl: link.shortUrl, reason: 'phishing', details: 'A trap.' })
  return link
}

async function blockedLink(actor: Actor): Promise<{ readonly id: string }> {
  const link = await reportedLink(actor)
  await asAdmin(actor, `/v1/abuse/reviews/${link.id}/block`, { reason: 'phishing' })
  return link
}

/** A block list entry that no other test uses. */
export function blockedDestination(actor: Actor): Promise<{ readonly id: string; readonly pattern: string }> {
  return asAdmin(actor, '/v1/abuse/destinations', { pattern: `${actor.word()}.example`, reason: 'malware' })
}

async function idIn({ test }: Actor, sql: string, linkId: string): Promise<Inputs> {
  const [row] = await test.sql<{ id: string }>(sql, [linkId])
  return { id: row?.id }
}

/** The lists of admins contain the rows of all tests; the newest row is that of the actor. */
const newest = (given: Inputs = {}): Inputs => ({ page: 1, limit: 1, ...given })

/** Valid inputs for each operation about abuse. */
export const abuseActs: Readonly<Record<string, (actor: Actor) => Inputs | Promise<Inputs>>> = {
  reportAbuse: async ({ test, account, word }) => {
    const { shortUrl } = await test.seed.link(account, { longUrl: 'https://example.com/trap', customUrl: word() })
    return { shortUrl, reason: 'phishing', details: 'It asks for my password.', email: 'eve@example.com' }
  },
  appealUrl: async (actor) => ({ id: (await blockedLink(actor)).id, message: 'It is the page of my school.' }),
  urlAppeal: async (actor) => {
    const { id } = await blockedLink(actor)
    const { test, account } = actor
    await test.rest.post(`/v1/urls/${id}/appeal`, { message: 'It is the page of my school.' }, { token: account.token })
    return { id }
  },
  abuseReviews: async (actor) => {
    await blockedLink(actor)
    return newest({ state: 'blocked' })
  },
  abuseReview: async (actor) => ({ id: (await reportedLink(actor)).id }),
  blockUrl: async (actor) => ({ id: (await reportedLink(actor)).id, reason: 'phishing', note: 'A copy of a bank.' }),
  dismissReports: async (actor) => ({ id: (await reportedLink(actor)).id, note: 'A school.' }),
  unblockUrl: async (actor) => ({ id: (await blockedLink(actor)).id, note: 'The bank itself.' }),
  abuseActs: async (actor) => {
    await blockedLink(actor)
    return newest()
  },
  abuseReport: async (actor) => {
    const { id } = await reportedLink(actor)
    return idIn(actor, 'select id from abuse_report where link_id = ?', id)
  },
  abuseAct: async (actor) => {
    const { id } = await blockedLink(actor)
    return idIn(actor, 'select id from abuse_act where link_id = ?', id)
  },
  blockedDestination: async (actor) => ({ id: (await blockedDestination(actor)).id }),
  blockedDestinations: async (actor) => {
    await blockedDestination(actor)
    return newest()
  },
  blockDestination: async (actor) => {
    await promote(actor)
    return { pattern: `${actor.word()}.example/trap`, reason: 'malware', note: 'Seen in the wild.' }
  },
  unblockDestination: async (actor) => ({ id: (await blockedDestination(actor)).id }),
}
