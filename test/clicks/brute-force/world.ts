import { Random } from '../../anomalies/random.ts'
import type { TestApp } from '../../support/app.ts'
import type { SeededAccount } from '../../support/seed.ts'
import { createRollupWorker } from '../rollups/fold-worker.ts'
import { deleteOldMonths } from '../rows.ts'
import type { Face } from './asking.ts'
import type { Click, Facts, LinkFacts } from './counting.ts'
import { readClicks, readFacts, readLinks, toPlaceholders } from './facts.ts'
import {
  createClicks,
  createInstants,
  eras,
  filterValues,
  insertClicks,
  releaseClicks,
  toHeldTransaction,
} from './history.ts'
import type { QuestionSource } from './questions.ts'
import { RedirectVisits } from './redirect-visits.ts'

const dayMs = 86_400_000

/** How many clicks of an account are in the rollups when a question is asked. */
export type FoldState = 'none' | 'some' | 'all'

/**
 * An account with links and their clicks, which grows stop by stop: at each, the clock moves forward, people visit, links
 * are changed, moved or deleted, and some of the clicks are folded. Everything follows from the seed.
 */
export class World {
  readonly random: Random
  readonly #owners: { readonly account: SeededAccount; readonly linkIds: Set<string> }[] = []
  readonly #deletedIds: string[] = []
  readonly #heldBatches: number[] = []
  #goneClicks: Click[] = []
  readonly #zones: readonly string[]
  readonly #stops: number[]
  readonly #instants: number[] = []
  readonly #redirectVisits: RedirectVisits

  constructor(
    private readonly test: TestApp,
    private readonly faces: readonly Face[],
    seed: number,
  ) {
    this.random = new Random(seed)
    const { at, zones } = this.random.pick(eras)
    this.#zones = zones
    const last = Date.parse(at) + this.random.pick([0, 1, -1, this.random.whole(-dayMs / 24, dayMs)])
    const earlier = [800, 370, 120, 33, 9, 2, 1].filter(() => this.random.chance(0.35))
    this.#stops = [...earlier.map((days) => last - days * dayMs - this.random.whole(0, dayMs)), last - 3_600_000, last]
    this.#redirectVisits = new RedirectVisits(test, faces, this.random)
  }

  get stops(): number {
    return this.#stops.length
  }

  /** Creates two accounts with links, as of before the first stop. */
  async begin(): Promise<void> {
    this.test.clock.set(new Date((this.#stops[0] ?? 0) - 30 * dayMs))
    for (const links of [5, 1]) {
      const account = await this.test.seed.account()
      this.#owners.push({ account, linkIds: new Set() })
      for (let n = 0; n < links; n++) await this.#createLink()
    }
  }

  /** Moves to the next stop, and lets things happen there. */
  async proceed(): Promise<void> {
    const now = this.#stops.shift() ?? 0
    this.test.clock.set(new Date(now))
    this.#instants.push(...createInstants(this.random, now, this.#zones))
    await this.#changeLinks()
    await this.#redirectVisits.visit(await this.#readAllLinks())
  }

  /** Inserts and deletes behind the back of the front door. */
  async change(): Promise<void> {
    await this.insertClicks()
    if (this.random.chance(0.4)) await this.#moveLink()
    if (this.random.chance(0.4)) await this.insertClicks()
    if (this.random.chance(0.3)) await createRollupWorker(this.test).deleteOldVisitors()
    if (this.random.chance(0.2)) await this.deleteOldClicks()
  }

  /** Inserts clicks that are not folded yet. */
  async insertClicks(): Promise<void> {
    const batch = World.#nextBatch++
    await insertClicks(this.test.sql, await this.#createClicks(), toHeldTransaction(batch))
    this.#heldBatches.push(batch)
  }

  /** On a server, some clicks are inserted by a transaction that ends only when the returned function is called. */
  async beginLateBatch(): Promise<() => Promise<void>> {
    if (this.test.database === 'embedded' || this.random.chance(0.5)) return async () => undefined
    const clicks = await this.#createClicks()
    const em = this.test.app.database.orm.em.fork()
    await em.begin()
    await insertClicks((sql, parameters) => em.execute(sql, parameters), clicks)
    return async () => {
      if (em.isInTransaction()) await em.commit()
    }
  }

  async #createClicks(): Promise<Click[]> {
    const recent = this.#instants.filter((at) => at > this.test.clock.now().getTime() - 1.7 * dayMs)
    return createClicks(this.random, this.random.whole(1, 150), await this.#readAllLinks(), recent)
  }

  static #nextBatch = 0

  /** Folds what a batch of clicks has, not necessarily the oldest one. */
  async foldSome(): Promise<void> {
    const [batch] = this.#heldBatches.splice(this.random.whole(0, this.#heldBatches.length - 1), 1)
    if (batch !== undefined) await releaseClicks(this.test, batch)
    await createRollupWorker(this.test, this.random.pick([3, 50, 1000])).fold()
  }

  /** Deletes the clicks of past months, of which only the rollups are left. */
  async deleteOldClicks(): Promise<void> {
    await this.foldAll()
    const ids = this.#owners.flatMap(({ linkIds }) => [...linkIds])
    const { clicks, folded } = await readClicks(this.test, ids)
    // On a server, another transaction may delay folding.
    if (folded < clicks.length) return
    await deleteOldMonths(this.test, 1)
    const remaining = new Set((await readClicks(this.test, ids)).clicks.map(({ id }) => id))
    const gone = clicks.filter(({ id }) => !remaining.has(id)).map((click) => ({ ...click, isGone: true }))
    this.#goneClicks = [...this.#goneClicks, ...gone]
  }

  async foldAll(): Promise<void> {
    while (this.#heldBatches.length > 0) await this.foldSome()
    await createRollupWorker(this.test, 1000).fold()
  }

  /** An account and what there is to know about it. */
  async look(): Promise<{ token: string; facts: Facts; state: FoldState; source: QuestionSource }> {
    const { account, linkIds } = this.random.pick([...Array(4).fill(this.#owners[0]), this.#owners[1]])
    const { folded, rows, ...facts } = await readFacts(this.test, linkIds, this.#goneClicks)
    const { now, links } = facts
    const source = {
      random: this.random,
      now,
      zones: this.#zones,
      // Also of links that are deleted or another account's.
      urlIds: [...links.flatMap(({ id }) => [id, id, id]), ...this.#deletedIds, ...this.#otherIds(linkIds)],
      instants: this.#instants,
      values: filterValues,
      nodes: this.faces.length,
    }
    const state = folded === 0 ? 'none' : folded < rows ? 'some' : 'all'
    return { token: await this.test.seed.session(account.id), facts, state, source }
  }

  /** The counters of the visited links as they are, and as they should be once all visits are written. */
  async readCounters(): Promise<{ actual: Record<string, number>; expected: Record<string, number> }> {
    const expected = this.#redirectVisits.expectedCounters
    const rows = await this.test.sql<{ id: string; clicks: number }>(
      `select id, current_clicks as clicks from link where id in (${toPlaceholders(Object.keys(expected))})`,
      Object.keys(expected),
    )
    return { actual: Object.fromEntries(rows.map(({ id, clicks }) => [id, clicks])), expected }
  }

  #otherIds(linkIds: ReadonlySet<string>): string[] {
    return this.#owners.flatMap((owner) => (owner.linkIds === linkIds ? [] : [...owner.linkIds]))
  }

  #readAllLinks(): Promise<LinkFacts[]> {
    return readLinks(
      this.test,
      this.#owners.flatMap(({ linkIds }) => [...linkIds]),
    )
  }

  async #createLink(): Promise<void> {
    const owner = this.#owners.at(-1)
    if (!owner) return
    const { account, linkIds } = owner
    const token = await this.test.seed.session(account.id)
    const before = await this.test.sql<{ id: string }>('select id from link where workspace_id = ?', [
      account.workspaceId,
    ])
    if (this.random.chance(0.25)) {
      await this.test.rest.post(
        '/v1/dynamic-qr',
        { title: 'Poster', targetUrl: 'https://example.com/poster' },
        { token },
      )
    } else {
      const options = this.random.pick([
        {},
        {},
        { privacyMode: true },
        { clickLimit: 1000 },
        { utmSource: 'paper', utmContent: 'top' },
      ])
      await this.test.seed.link({ ...account, token }, options)
    }
    const known = new Set(before.map(({ id }) => id))
    for (const { id } of await this.test.sql<{ id: string }>('select id from link where workspace_id = ?', [
      account.workspaceId,
    ])) {
      if (!known.has(id)) linkIds.add(id)
    }
    this.test.clock.advance({ ms: this.random.pick([0, 1000]) })
  }

  /** Moves a link to the other account, with all its clicks. Some have no account in between. */
  async #moveLink(): Promise<void> {
    const [from, to] = this.random.chance(0.5) ? this.#owners : this.#owners.toReversed()
    const links = from ? await readLinks(this.test, from.linkIds) : []
    const movable = links.filter(({ kind }) => kind === 'link')
    if (!from || !to || movable.length === 0) return
    const { id } = this.random.pick(movable)
    for (const workspaceId of this.random.pick([[to.account.workspaceId], [null, to.account.workspaceId]]))
      await this.test.sql('update link set workspace_id = ? where id = ?', [workspaceId, id])
    from.linkIds.delete(id)
    to.linkIds.add(id)
  }

  /** Switches privacy mode, deletes a link, or creates one. */
  async #changeLinks(): Promise<void> {
    const [owner] = this.#owners
    if (!owner) return
    const token = await this.test.seed.session(owner.account.id)
    for (const { id, kind, isPrivate } of await readLinks(this.test, owner.linkIds)) {
      if (kind === 'qr') continue
      if (this.random.chance(0.12)) await this.test.rest.patch(`/v1/urls/${id}`, { privacyMode: !isPrivate }, { token })
      else if (this.random.chance(0.06)) {
        await this.test.rest.delete(`/v1/urls/${id}`, { token })
        owner.linkIds.delete(id)
        this.#deletedIds.push(id)
        this.#redirectVisits.forget(id)
      }
    }
  }
}
