import { vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { RestAnswer } from '../support/rest.ts'
import type { SeededAccount, SeededLink } from '../support/seed.ts'
import type { Site } from './sites.ts'

export const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })

/** Long enough for whatever is due to be begun. */
export const beats = () => new Promise((passed) => setTimeout(passed, 1_500))

/** Somebody with links, as the doors know them. */
export class Owner {
  readonly test: TestApp
  readonly account: SeededAccount

  constructor(test: TestApp, account: SeededAccount) {
    this.test = test
    this.account = account
  }

  get as(): { token: string } {
    return { token: this.account.token }
  }

  linkTo({ url }: Site): Promise<SeededLink> {
    return this.test.seed.link(this.account, { longUrl: url })
  }

  async watchedLink(site: Site): Promise<SeededLink> {
    const link = await this.linkTo(site)
    await this.watch(link.id, true)
    return link
  }

  watch(id: string, isWatched: boolean | null): Promise<RestAnswer> {
    return this.test.rest.patch(`/v1/urls/${id}/health`, { isWatched }, this.as)
  }

  async watchAll(isOn: boolean): Promise<RestAnswer['json']> {
    return (await this.test.rest.patch('/v1/link-health', { isOn }, this.as)).json
  }

  async healthOf(id: string): Promise<RestAnswer['json']> {
    return (await this.test.rest.get(`/v1/urls/${id}/health`, this.as)).json
  }

  checkNow(id: string): Promise<RestAnswer> {
    return this.test.rest.post(`/v1/urls/${id}/health/check`, {}, this.as)
  }

  /** A link as a failed check leaves it that was not the first. */
  async unreachableLink(site: Site): Promise<SeededLink> {
    const link = await this.watchedLink(site)
    const now = this.test.clock.now()
    await this.test.sql(
      `update health_link set is_ok = false, failures = 2, status = 410, error = 'answered 410', failing_since = ?,
              checked_at = ?, begun_at = null, next_check_at = '2098-01-01T00:00:00Z', turn = turn + 1 where link_id = ?`,
      [now, now, link.id],
    )
    return link
  }
}
