import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from '../support/app.ts'
import { txtRecords } from '../support/name-servers.ts'
import type { SeededAccount } from '../support/seed.ts'

export interface SeededDomain {
  readonly id: string
  readonly host: string
  readonly status: string
  readonly verificationRecord: { readonly type: string; readonly name: string; readonly value: string }
}

/** Sets the DNS record of a domain. */
export function publishRecord({ verificationRecord: { name, value } }: SeededDomain): void {
  const others = txtRecords.get(name)
  txtRecords.set(name, [...(Array.isArray(others) ? others : []), [value]])
}

/** A new host name for each test. */
export const hostOf = (test: TestApp) => `${test.seed.word()}.example.com`

/** Adds a domain; options as in `POST /domains`. */
export async function addDomain(
  test: TestApp,
  account: SeededAccount,
  options: Record<string, unknown> = {},
): Promise<SeededDomain> {
  const { status, json, text } = await test.rest.post(
    '/v1/domains',
    { host: hostOf(test), ...options },
    { token: account.token },
  )
  if (status !== 201) throw new Error(`Adding the domain failed: ${status} ${text}`)
  return json
}

/** A verified domain, by SQL: `verify.test.ts` covers the verification. Waits until this node serves it. */
export async function domainOf(
  test: TestApp,
  account: SeededAccount,
  options: Record<string, unknown> = {},
): Promise<SeededDomain> {
  const domain = await addDomain(test, account, options)
  await test.sql(`update domain set status = 'verified', verified_at = ? where id = ?`, [test.clock.now(), domain.id])
  await waitForSite(test, domain.host, 200)
  return { ...domain, status: 'verified' }
}

/** Waits until the node knows that it serves a host, or no longer does. */
export async function waitForSite({ rest }: Pick<TestApp, 'rest'>, host: string, status: 200 | 404): Promise<void> {
  while ((await rest.get(`/v1/domains/allowed?domain=${host}`)).status !== status) await sleep(5)
}

/** The options of a visit to a host. */
export const at = (host: string, headers: Record<string, string> = {}) => ({
  headers: { host, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', ...headers },
})
