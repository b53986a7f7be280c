import { shortDestination } from '../../app/addresses.ts'
import { labels } from '../../graph/problem-sentences.ts'
import type { LinkActivitiesQuery } from '../../graph/types.ts'
import { formatInstant, formatNumber } from '../../texts/formats.ts'
import { type TextId, t } from '../../texts/texts.ts'

export type Activity = NonNullable<LinkActivitiesQuery['activities']>['nodes'][number]
type Change = NonNullable<Activity['changes']>[number]

/** A changed field in words. Without `from` and `to`, `what` says it all. */
export interface ChangeText {
  readonly field: string
  readonly from?: string
  readonly to?: string
  readonly what?: string
}

/** The forms have other names for these fields, or none. */
const fieldNames: Readonly<Record<string, TextId>> = {
  ...labels,
  code: 'new.code',
  originalUrl: 'health.destination',
  startsAt: 'activity.startsAt',
  notYetUrl: 'activity.notYetUrl',
  expiresAt: 'form.ends',
  hasPassword: 'form.password',
  pixelIds: 'activity.pixels',
  targetUrl: 'qr.leadsTo',
  design: 'activity.design',
}

const ruleKinds = { device: 'DEVICE', geo: 'GEO', language: 'LANGUAGE', time: 'TIME', split: 'SPLIT' } as const

/** `Ada changed the link`. Null for an entry that repeats another one. */
export function sentenceOfActivity(activity: Activity): string | null {
  const { type, actorId, actorName, onBehalfOfName: person, changes, summary } = activity
  const known = actorName ?? t(actorId === 'system' ? 'activity.service' : 'activity.somebody')
  const client = actorId.startsWith('key_') ? t('activity.key', { name: known }) : known
  const who = person ? t('activity.by', { client, person }) : client
  switch (type) {
    case 'LINK_UPDATED':
    case 'QR_UPDATED': {
      if (!changes || describeChanges(activity).length > 0) return t(`activity.${type}`, { who })
      if (!changes.some(isTurnedOff)) return t('activity.turnedOn', { who })
      // A link that was turned off has an entry of its own.
      return type === 'LINK_UPDATED' ? null : t('activity.turnedOff', { who })
    }
    case 'LINK_DISABLED':
      return t('activity.turnedOff', { who })
    case 'LINK_CREATED':
    case 'QR_CREATED':
    case 'ANOMALY_ACKNOWLEDGED':
      return t(`activity.${type}`, { who })
    case 'LINK_EXPIRED':
    case 'LINK_LIMIT_REACHED':
    case 'LINK_BLOCKED':
    case 'LINK_UNBLOCKED':
    case 'LINK_APPEAL_DISMISSED':
    case 'LINK_UNREACHABLE':
    case 'LINK_REACHABLE':
    case 'ANOMALY_DETECTED':
    case 'ANOMALY_RESOLVED':
      return t(`activity.${type}`)
    default:
      return summary
  }
}

/** What was changed, beside the link being turned on or off, which the sentence says. */
export function describeChanges({ changes }: Activity): ChangeText[] {
  return (changes ?? []).flatMap((change) => (change.field === 'isActive' ? [] : [describeChange(change)]))
}

function isTurnedOff({ field, to }: Change): boolean {
  return field === 'isActive' && to === 'false'
}

function describeChange({ field, from, to }: Change): ChangeText {
  const [, kind, isOrder] = /^(device|geo|language|time|split)Rule(Order)?$/.exec(field) ?? []
  if (kind) {
    const name = t('unit.pair', {
      name: t('link.rules'),
      value: t(`rules.kind.${ruleKinds[kind as keyof typeof ruleKinds]}`),
    })
    return { field: name, what: isOrder ? t('activity.reordered') : addedOrRemoved(from !== null, to !== null) }
  }
  const parameter = field.replace(/^utm([A-Z])/, (_, letter: string) => `utm_${letter.toLowerCase()}`)
  const id = parameter === field && fieldNames[field]
  const name = id ? t(id) : parameter
  if (field === 'hasPassword') return { field: name, what: addedOrRemoved(from === 'true', to === 'true') }
  if (['folderId', 'tagIds', 'pixelIds', 'design'].includes(field)) return { field: name, what: t('activity.changed') }
  return { field: name, from: valueText(field, from), to: valueText(field, to) }
}

function addedOrRemoved(wasThere: boolean, isThere: boolean): string {
  if (wasThere && isThere) return t('activity.changed')
  return t(isThere ? 'activity.added' : 'activity.removed')
}

function valueText(field: string, value: string | null): string {
  if (value === null || value === '') return t('form.none')
  if (field === 'clickLimit') return formatNumber(Number(value))
  if (value === 'true' || value === 'false') return t(`activity.is.${value}`)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatInstant(value)
  return shortDestination(value)
}
