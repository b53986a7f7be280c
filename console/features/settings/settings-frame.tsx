import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { type TextId, t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './settings-frame.module.css'
import { type PlaceGroup, type SettingsPlace, settingsPlaces } from './settings-places.ts'

interface ColumnProps {
  /** The name of all places together. */
  readonly name: TextId
  readonly groups: readonly PlaceGroup[]
}

interface SettingsFrameProps extends Partial<ColumnProps> {
  readonly title: string
  /** What these settings are for. */
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** A screen of settings beside the list of all of them. Dialogs stand inside too. */
export function SettingsFrame({
  title,
  lead,
  children,
  name = 'nav.settings',
  groups = settingsPlaces,
}: SettingsFrameProps) {
  const [path] = useLocation()
  const place = placeOf(groups, path)
  useEffect(() => {
    document.title = `${title} · Tack`
  }, [title])
  return (
    <div className={styles.settings}>
      <h1>{t(name)}</h1>
      <Column name={name} groups={groups} />
      <section className={styles.part}>
        {place.href !== path && (
          <Link href={place.href} className={styles.back}>
            <Icon name="left" />
            {t(place.name)}
          </Link>
        )}
        <header>
          <h2 data-chosen={place.href === path || undefined}>{title}</h2>
          <p>{lead}</p>
        </header>
        {children}
      </section>
    </div>
  )
}

/** The place to which an address belongs, such as the one of domains for the address of one domain. */
function placeOf(groups: readonly PlaceGroup[], path: string): SettingsPlace {
  const places = groups.flatMap((group) => group.places)
  const isIn = ({ href }: SettingsPlace) => path === href || path.startsWith(`${href}/`)
  return places.find(isIn) ?? (places[0] as SettingsPlace)
}

/** All places: a column, or a choice where there is no room for one. */
function Column({ name: all, groups }: ColumnProps) {
  const hasRoom = useMedia('(width >= 1080px)')
  const [path, navigate] = useLocation()
  const current = placeOf(groups, path).href
  if (!hasRoom)
    return (
      <Select
        label={t(all)}
        isLabelHidden
        value={current}
        options={groups.flatMap(({ places }) => places.map(({ href, name }) => [href, t(name)] as const))}
        onChange={(href) => navigate(href)}
      />
    )
  return (
    <nav aria-label={t(all)} className={styles.column}>
      {groups.map(({ name, places }) => (
        <div key={name}>
          <h2>{t(name)}</h2>
          {places.map(({ href, name: place }) => (
            <Link key={href} href={href} aria-current={current === href ? 'page' : undefined}>
              {t(place)}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
