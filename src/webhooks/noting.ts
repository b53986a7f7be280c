import { accountOf } from '../access/admit.ts'
import type { EntityManager } from '../database/open.ts'
import type { Activity } from '../events/activity/activity.ts'
import { noteActivity } from '../events/activity/note.ts'
import { changesBetween, type State } from '../events/changes.ts'
import type { Severity } from '../events/operations.ts'
import type { Context } from '../graphql/context.ts'
import type { Outcome, Settled } from './attempts.ts'
import { failureGrades, gradeOf } from './failing.ts'
import type { DisabledReason, Webhook } from './webhook.ts'

const reasons: Readonly<Record<DisabledReason, string>> = {
  failures: 'it failed for a day and more',
  gone: 'its receiver answered 410',
}

export type Act = 'created' | 'updated' | 'deleted' | 'secret_rotated'

/** Notes what the caller did to one of its webhooks, in the transaction that does it. */
export function noteAct(em: EntityManager, context: Context, webhook: Webhook, act: Act, what: string): Promise<void> {
  const { accountId: ownerId, actorId: actor } = accountOf(context.caller)
  const about = { ownerId, actor, at: context.now(), webhookId: webhook.id, name: webhook.name }
  return noteActivity(em, activityOf(about, act, what, 'info'))
}

/** What of a webhook its owner can change. */
export function stateOf({ name, url, events, linkIds, isActive }: Webhook): State {
  return { name, url, events, linkIds, isActive }
}

/** Notes what the caller changed of one of its webhooks; a change that leaves everything as it was is none. */
export async function noteChange(em: EntityManager, context: Context, webhook: Webhook, before: State): Promise<void> {
  const { isActive, ...others } = changesBetween(before, stateOf(webhook))
  const names = Object.keys(others)
  const changed = names.length > 0 ? [`was changed: ${names.join(', ')}`] : []
  const switched = isActive ? [`was switched ${webhook.isActive ? 'on' : 'off'}`] : []
  const what = [...switched, ...changed].join(', and ')
  if (what !== '') await noteAct(em, context, webhook, 'updated', what)
}

/** Notes what became of an attempt, where its owner would want to know, in the transaction that settles it. */
export function noteOutcome(em: EntityManager, settled: Settled, outcome: Outcome, at: Date): Promise<void> {
  const about = { ...settled, actor: 'system', at }
  const { failures, failuresBefore } = settled
  const severity = failureGrades.get(failures)
  const why = outcome.error ?? 'no answer'
  const isExhausted = outcome.state === 'exhausted'
  return noteActivity(
    em,
    ...(severity ? [activityOf(about, 'failing', `failed ${failures} times in a row: ${why}`, severity)] : []),
    ...(isExhausted ? [activityOf(about, 'delivery_exhausted', `did not take an event: ${why}`, 'error')] : []),
    ...(failures === 0 && gradeOf(failuresBefore) !== null
      ? [activityOf(about, 'recovered', `works again after ${failuresBefore} failures`, 'info')]
      : []),
  )
}

/** Notes that the service switched a webhook off. */
export function noteDisabled(em: EntityManager, settled: Settled, reason: DisabledReason, at: Date): Promise<void> {
  const about = { ...settled, actor: 'system', at }
  return noteActivity(em, activityOf(about, 'disabled', `was switched off: ${reasons[reason]}`, 'critical'))
}

interface About extends Pick<Activity, 'ownerId' | 'actor' | 'at'> {
  readonly webhookId: string
  readonly name: string
}

type What = Act | 'failing' | 'recovered' | 'delivery_exhausted' | 'disabled'

function activityOf({ webhookId, name, ...who }: About, type: What, what: string, severity: Severity): Activity {
  const { ownerId, actor, at } = who
  return {
    ...{ ownerId, actor, at, type: `webhook.${type}`, subjectType: 'webhook', subjectId: webhookId },
    ...{ summary: `Webhook "${name}" ${what}.`, severity, source: 'webhooks' },
  }
}
