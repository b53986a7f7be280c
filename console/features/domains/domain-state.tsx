import type { DomainRowFragment } from '../../graph/types.ts'
import { formatDay } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import styles from './domains.module.css'

/** After so many days without its record a domain ends (docs/domains.md). */
const unprovenDays = 14

/** Whether links of a domain work, as a word with an icon. */
export function DomainState({ domain }: { readonly domain: DomainRowFragment }) {
  const [icon, text] = describe(domain)
  return (
    <span className={styles.state} data-bad={icon === 'warning' || undefined}>
      <Icon name={icon} size={14} />
      {domain.isDefault ? `${text} · ${t('domains.isDefault')}` : text}
    </span>
  )
}

function describe({ status, unprovenSince }: DomainRowFragment): [IconName, string] {
  if (status === 'PENDING') return ['clock', t('domains.pending')]
  if (!unprovenSince) return ['check', t('domains.verified')]
  const end = new Date(Date.parse(unprovenSince) + unprovenDays * 86_400_000)
  return ['warning', t('domains.unproven', { when: formatDay(end) })]
}
