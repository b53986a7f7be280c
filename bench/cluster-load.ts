import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { visit } from '../test/support/crash.ts'

/** A link that is visited, and what its visitors got. */
export interface VisitedLink {
  readonly id: string
  readonly code: string
  /** The most clicks; none without a limit. */
  readonly clickLimit?: number
  seen: number
  /** Requests whose answer was lost: each may be a click. */
  unanswered: number
}

/** Somebody with an account, who creates links and looks for each in the list, and visitors of links, through a balancer. */
export class ClusterLoad {
  readonly links: VisitedLink[] = []
  readonly created: string[] = []
  /** Answers to visits by their status, and to calls of the API by method and status; `lost` without an answer. */
  readonly answers = new Map<string, number>()
  /** Lists that lacked the link that their reader had created before. */
  stale = 0
  private token = ''
  private isOver = false
  private loops: Promise<void>[] = []

  constructor(
    private readonly base: string,
    private readonly visitsPerSecond: number,
  ) {}

  async register(): Promise<void> {
    const person = { name: 'Ada', email: 'ada@example.com', password: 'a long bench password' }
    this.token = (await this.send('POST', '/auth/register', person)).body?.token ?? ''
  }

  async shorten(clickLimit?: number): Promise<void> {
    const { body } = await this.send('POST', '/urls', {
      longUrl: 'https://example.com/',
      ...(clickLimit && { clickLimit }),
    })
    if (!body?.id || !body.shortUrl) throw new Error('A link could not be created.')
    this.links.push({ id: body.id, code: body.shortUrl, ...(clickLimit && { clickLimit }), seen: 0, unanswered: 0 })
  }

  /** A visitor for each link, and one person who creates links. */
  start(): void {
    this.loops = [...this.links.map((link) => this.visitAgain(link)), this.createAgain()]
  }

  async end(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
  }

  /** Calls the REST interface. The body is undefined when there is no answer, or none of JSON. */
  async send(method: string, path: string, body?: object) {
    const headers = {
      'content-type': 'application/json',
      ...(this.token && { authorization: `Bearer ${this.token}` }),
    }
    const answer = await fetch(`${this.base}/v1${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(30_000),
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    this.count(`${method} ${answer?.status ?? 'lost'}`)
    // biome-ignore lint/suspicious/noExplicitAny: the callers know what they asked for.
    const content = (await answer?.json().catch(() => undefined)) as any
    return { status: answer?.status, body: content }
  }

  /** Reads from the REST interface, later if the caller has read too much. */
  async read(path: string) {
    for (;;) {
      const answer = await this.send('GET', path)
      if (answer.status !== 429) return answer
      await sleep(5_000)
    }
  }

  private async visitAgain(link: VisitedLink): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const everyMs = (1000 * this.links.length) / this.visitsPerSecond
    while (!this.isOver) {
      const address = `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`
      const status = await visit(`${this.base}/${link.code}`, agent, address)
      this.count(`visit ${status ?? 'lost'}`)
      if (status === 302) link.seen++
      if (status === undefined) link.unanswered++
      await sleep(everyMs)
    }
    agent.destroy()
  }

  private async createAgain(): Promise<void> {
    while (!this.isOver) {
      // Within the limits of an account.
      await sleep(2_000)
      const { status, body } = await this.send('POST', '/urls', {
        longUrl: `https://example.com/created-${this.created.length}`,
      })
      if (status !== 201) continue
      this.created.push(body.id)
      const list = await this.send('GET', `/urls?search=created-${this.created.length - 1}`)
      if (list.status === 200 && !JSON.stringify(list.body).includes(body.id)) this.stale++
    }
  }

  private count(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1)
  }
}
