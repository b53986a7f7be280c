import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount } from '../support/seed.ts'

export { expectError, expectGraphqlError, linkRow, timeless, visit } from '../links/answers.ts'

/** A new account that is an admin of the installation. */
export async function adminOf(test: TestApp): Promise<SeededAccount> {
  const account = await test.seed.account()
  await test.sql(`update account set role = 'admin' where id = ?`, [account.id])
  return account
}

/** The requests of one admin over REST. */
export class Desk {
  readonly #test: TestApp
  readonly #token: string

  constructor(test: TestApp, { token }: SeededAccount) {
    this.#test = test
    this.#token = token
  }

  get(path: string): Promise<RestAnswer> {
    return this.#test.rest.get(`/v1/abuse/${path}`, { token: this.#token })
  }

  decide(id: string, act: 'block' | 'dismiss' | 'unblock', body: object = {}): Promise<RestAnswer> {
    return this.#test.rest.post(`/v1/abuse/reviews/${id}/${act}`, body, { token: this.#token })
  }

  list(pattern: string, reason = 'malware'): Promise<RestAnswer> {
    return this.#test.rest.post('/v1/abuse/destinations', { pattern, reason }, { token: this.#token })
  }

  unlist(id: string): Promise<RestAnswer> {
    return this.#test.rest.delete(`/v1/abuse/destinations/${id}`, { token: this.#token })
  }
}

/** Appeals for a link of the account. */
export function appeal(test: TestApp, { token }: SeededAccount, id: string, message = 'Please.'): Promise<RestAnswer> {
  return test.rest.post(`/v1/urls/${id}/appeal`, { message }, { token })
}

/** The sentences of the activities of a link, oldest first. */
export async function activitiesOf(test: TestApp, linkId: string): Promise<{ type: string; summary: string }[]> {
  return test.sql('select type, summary from activity where subject_id = ? order by created_at, id', [linkId])
}

/** Reports a link from an address. */
export function report(test: TestApp, shortUrl: string, from: string, changes: object = {}): Promise<RestAnswer> {
  return test.rest.post('/v1/abuse-reports', { shortUrl, reason: 'phishing', ...changes }, { from })
}
