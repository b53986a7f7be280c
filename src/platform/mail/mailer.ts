import { randomUUID } from 'node:crypto'
import type { MailSender } from '../../config/mail.ts'
import type { EntityManager } from '../database/database.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Logger } from '../shared/logger.ts'
import { counter, type Metric } from '../shared/metrics/metric.ts'
import { type Clock, secondMs } from '../shared/time.ts'
import { withSpan } from '../tracing/tracing.ts'
import type { MailKind, MailOrder, QueuedMail } from './mail.ts'
import { toMailMessage } from './mail-message.ts'
import { MailNotSent, MailRejected, type MailTransport } from './mail-transport.ts'

/** The queue of mails that wait. */
const mailQueue = 'mail'

/** Mails that one process sends at the same time: one that hangs at a slow server delays no other. */
const concurrency = 5

/** More than a mail server may take for all its answers. After it, another worker sends the mail again. */
const expireInSeconds = 300

/** Every five minutes for more than three days, which is longer than any mail is kept. */
const retryLimit = 1_000

interface MailJob extends QueuedMail<object> {
  readonly kind: string
  /** ISO 8601. */
  readonly expiresAt: string
}

export interface MailerDependencies {
  readonly jobs: JobQueue
  readonly transport: MailTransport
  readonly sender: MailSender
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Sends mails as jobs: at least once, and a second time only if the process ends between the answer of the mail server
 * and the end of the job (docs/decisions/mail.md).
 */
export class Mailer {
  private readonly kinds = new Map<string, MailKind<never>>()
  private readonly counts = { sent: 0, failed: 0, retried: 0 }

  constructor(private readonly dependencies: MailerDependencies) {}

  /** Adds a kind of mail. Modules call it in `create`. Returns the function that sends one. */
  addKind<T extends object>(kind: MailKind<T>): SendMail<T> {
    this.kinds.set(kind.name, kind)
    return (em, ...orders) => this.enqueue(em, kind, orders)
  }

  /** Starts sending. Modules have added their kinds. */
  start(): Promise<void> {
    return this.dependencies.jobs.registerHandler<MailJob>({
      queue: mailQueue,
      concurrency,
      retryLimit,
      expireInSeconds,
      deletesCompleted: true,
      handle: (job) => this.handle(job),
    })
  }

  /** Of this process. */
  metrics(): Metric[] {
    return [
      counter('tack_mails_sent_total', 'Mails that the mail server has accepted.', this.counts.sent),
      counter('tack_mails_failed_total', 'Mails that were rejected, or that became out of date.', this.counts.failed),
      counter(
        'tack_mails_retried_total',
        'Attempts that failed because the mail server could not be used. Each is repeated.',
        this.counts.retried,
      ),
    ]
  }

  runMaintenance(): Promise<void> {
    return this.dependencies.transport.runMaintenance()
  }

  private async enqueue<T extends object>(
    em: EntityManager,
    { name, ttlSeconds }: MailKind<T>,
    orders: readonly MailOrder<T>[],
  ): Promise<void> {
    if (orders.length === 0) return
    const expiresAt = new Date(this.dependencies.clock.now().getTime() + ttlSeconds * secondMs).toISOString()
    const jobs = orders.map(({ data, language }) => {
      const id = randomUUID()
      return { id, group: name, data: { id, kind: name, data, language, expiresAt } satisfies MailJob }
    })
    await this.dependencies.jobs.send(em, mailQueue, jobs)
  }

  private async handle({ id, kind: name, data, language, expiresAt }: MailJob): Promise<void> {
    const { transport, sender, publicUrl, clock } = this.dependencies
    const now = clock.now()
    if (now >= new Date(expiresAt)) return this.drop(id, name, new MailNotSent('it is out of date'))
    const kind = this.kinds.get(name)
    if (!kind) throw new Error(`This version does not know the mail ${name}.`)
    const mail = await kind.write({ id, data, language } as QueuedMail<never>)
    if (!mail) return
    try {
      await withSpan({ name: `mail ${name}`, kind: 'client' }, () =>
        transport.send(toMailMessage(mail, { id, sender, publicUrl, date: now }), mail),
      )
      this.counts.sent++
    } catch (error) {
      if (!(error instanceof MailRejected)) {
        this.counts.retried++
        throw error
      }
      this.drop(id, name, error)
    }
  }

  private drop(job: string, mail: string, err: MailNotSent): void {
    this.counts.failed++
    // As an error, because the log counts lines of one minute that have the same one.
    this.dependencies.log.warn({ job, mail, err }, 'a mail was not sent and is dropped')
  }
}

/** Sends mails of one kind when the transaction of `em` commits. */
export type SendMail<T extends object> = (em: EntityManager, ...orders: readonly MailOrder<T>[]) => Promise<void>
