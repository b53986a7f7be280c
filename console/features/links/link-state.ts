import type { LinkRowFragment } from '../../graph/types.ts'
import { formatDistance, formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import type { IconName } from '../../ui/icon.tsx'

interface StateWord {
  readonly icon: IconName
  readonly text: string
  /** Whether visitors do not reach the destination. */
  readonly isClosed: boolean
}

type LinkStateFields = Pick<
  LinkRowFragment,
  'isActive' | 'isBlocked' | 'startsAt' | 'expiresAt' | 'clickLimit' | 'currentClicks'
>

/** What is special about a link, in a few words; nothing for one that is simply open. */
export function describeState(link: LinkStateFields, now = new Date()): StateWord | null {
  const { isActive, isBlocked, startsAt, expiresAt, clickLimit, currentClicks } = link
  if (isBlocked) return { icon: 'warning', text: t('state.blocked'), isClosed: true }
  if (!isActive) return { icon: 'pause', text: t('state.inactive'), isClosed: true }
  if (startsAt && new Date(startsAt) > now)
    return { icon: 'clock', text: t('state.starts', { when: formatDistance(startsAt, now) }), isClosed: true }
  if (expiresAt && new Date(expiresAt) <= now)
    return { icon: 'clock', text: t('state.ended', { when: formatDistance(expiresAt, now) }), isClosed: true }
  if (clickLimit !== null && currentClicks >= clickLimit)
    return { icon: 'clock', text: t('state.limitReached'), isClosed: true }
  if (clickLimit !== null) {
    const values = { clicks: formatNumber(currentClicks), limit: formatNumber(clickLimit) }
    return { icon: 'clock', text: t('state.limit', values), isClosed: false }
  }
  if (expiresAt)
    return { icon: 'clock', text: t('state.ends', { when: formatDistance(expiresAt, now) }), isClosed: false }
  return null
}
