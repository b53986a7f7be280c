import { expect, vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import { settling } from '../support/settling.ts'
import type { Site } from './sites.ts'

export const until = (check: () => unknown) => vi.waitFor(check, settling)

/** Three polls: long enough for every request that is due to be made. */
export const waitForPolls = () => new Promise((resolve) => setTimeout(resolve, 1_500))

/** An account with links, and its requests. */
export class Owner {
  readonly test: TestApp
  readonly account: SeededAccount

  constructor(test: TestApp, account: SeededAccount) {
    this.test = test
    this.account = account
  }

  get credentials(): { token: string } {
    return { token: this.account.token }
  }

  createLink({ url }: Site): Promise<SeededLink> {
    return this.test.seed.link(this.account, { longUrl: url })
  }

  async createWatchedLink(site: Site): Promise<SeededLink> {
    const link = await this.createLink(site)
    await this.watch(link.id, true)
    return link
  }

  watch(id: string, isWatched: boolean | null): Promise<RestAnswer> {
    return this.test.rest.patch(`/v1/urls/${id}/health`, { isWatched }, this.credentials)
  }

  async watchAll(isOn: boolean): Promise<RestAnswer['json']> {
    return (await this.test.rest.patch('/v1/link-health', { isOn }, this.credentials)).json
  }

  async getHealth(id: string): Promise<RestAnswer['json']> {
    return (await this.test.rest.get(`/v1/urls/${id}/health`, this.credentials)).json
  }

  requestCheck(id: string): Promise<RestAnswer> {
    return this.test.rest.post(`/v1/urls/${id}/health/check`, {}, this.credentials)
  }

  /**
   * Waits until the requests by HEAD have failed and the one by GET is next. None is under way then: a request whose answer
   * is stored after the clock has moved is repeated, or is followed by the next one later.
   */
  async untilGetIsNext(id: string): Promise<void> {
    const read = () => this.test.sql('select request_method from link_health where link_id = ?', [id])
    await until(async () => expect(await read()).toEqual([{ request_method: 'GET' }]))
  }

  /** A link as the second failed check in a row leaves it. */
  async createUnreachableLink(site: Site): Promise<SeededLink> {
    const link = await this.createWatchedLink(site)
    const now = this.test.clock.now()
    await this.test.sql(
      `update link_health
          set is_ok = false, failure_count = 2, last_status = 410, last_error = 'answered 410', failing_since = ?,
              last_checked_at = ?, check_started_at = null, next_check_at = '2098-01-01T00:00:00Z',
              version = version + 1
        where link_id = ?`,
      [now, now, link.id],
    )
    return link
  }
}
