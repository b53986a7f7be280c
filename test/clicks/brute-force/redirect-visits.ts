import type { Random } from '../../anomalies/random.ts'
import type { TestApp } from '../../support/app.ts'
import { type AgentName, agents, as } from '../../support/visitor.ts'
import type { Face } from './asking.ts'
import type { LinkFacts } from './counting.ts'

const people: readonly AgentName[] = ['chrome', 'firefox', 'iphone', 'curl']
const addresses = ['130.149.7.1', '133.11.0.1', '10.1.2.3', '2001:db8:1:2::1']

/** Visits links as people, bots and programs do, and keeps count of the clicks that these visits are. */
export class RedirectVisits {
  readonly #expected = new Map<string, number>()

  constructor(
    private readonly test: TestApp,
    private readonly faces: readonly Face[],
    private readonly random: Random,
  ) {}

  forget(linkId: string): void {
    this.#expected.delete(linkId)
  }

  /** Some visits of some links, in the seconds before now and now. */
  async visit(links: readonly LinkFacts[]): Promise<void> {
    const now = this.test.clock.now()
    const count = this.random.whole(2, 8)
    this.test.clock.advance({ seconds: -30 })
    for (let n = 0; n < count; n++) {
      await this.#visitOnce(this.random.pick(links))
      const left = now.getTime() - this.test.clock.now().getTime()
      this.test.clock.advance({ ms: Math.min(left, this.random.pick([0, 1, 4000, 9999, 10_000])) })
    }
    this.test.clock.set(now)
  }

  async #visitOnce(link: LinkFacts): Promise<void> {
    const [agent, from] = [this.random.pick(people), this.random.pick(addresses)]
    const isResolved = this.random.chance(0.35)
    const resolutions = isResolved ? this.random.pick([1, 1, 2]) : 0
    // At once, from two nodes if there are two.
    const visits = isResolved ? this.random.pick([0, 1, 2, 3]) : 1
    for (let n = 0; n < resolutions; n++) await this.#resolve(link, agent, from)
    if (this.random.chance(0.15)) await this.#open(link, 'googlebot', from, {}, '')
    const isPrivate = this.random.chance(0.15)
    const query = this.random.pick(['', '', '?qr=1', '?utm_source=web&utm_campaign=Unknown&utm_term=a'])
    const headers = {
      ...(isPrivate && { 'sec-gpc': '1' }),
      ...(this.random.chance(0.3) && { referer: 'https://a.example/x' }),
    }
    await Promise.all(Array.from({ length: visits }, () => this.#open(link, agent, from, headers, query)))
    for (let n = 0; n < visits; n++) this.#add(link.id)
  }

  async #resolve(link: LinkFacts, agent: AgentName, from: string): Promise<void> {
    const { rest } = this.random.pick(this.faces)
    await rest.get(`/v1/urls/redirect/${link.code}`, { ...as(agent), from })
    this.#add(link.id)
  }

  async #open(
    link: LinkFacts,
    agent: AgentName,
    from: string,
    headers: Record<string, string>,
    query: string,
  ): Promise<void> {
    const { rest } = this.random.pick(this.faces)
    await rest.get(`/${link.code}${query}`, { headers: { 'user-agent': agents[agent], ...headers }, from })
  }

  #add(linkId: string): void {
    this.#expected.set(linkId, (this.#expected.get(linkId) ?? 0) + 1)
  }

  /** The counters of the visited links as they should be, once all visits are written. */
  get expectedCounters(): Record<string, number> {
    return Object.fromEntries(this.#expected)
  }
}
