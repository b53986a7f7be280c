import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { type TextId, t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './settings-frame.module.css'
import { type PlaceGroup, settingsPlaces } from './settings-places.ts'

interface ColumnProps {
  /** The name of all places together. */
  readonly name: TextId
  readonly groups: readonly PlaceGroup[]
}

interface SettingsFrameProps extends Partial<ColumnProps> {
  readonly title: string
  /** What these settings are for. */
  readonly lead: string
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
  useEffect(() => {
    document.title = `${title} · Tack`
  }, [title])
  return (
    <div className={styles.settings}>
      <h1>{t(name)}</h1>
      <Column name={name} groups={groups} />
      <section className={styles.part}>
        <header>
          <h2>{title}</h2>
          <p>{lead}</p>
        </header>
        {children}
      </section>
    </div>
  )
}

/** All settings: a column, or a choice where there is no room for one. */
function Column({ name: all, groups }: ColumnProps) {
  const hasRoom = useMedia('(width >= 1080px)')
  const [path, navigate] = useLocation()
  if (!hasRoom)
    return (
      <Select
        label={t(all)}
        isLabelHidden
        value={path}
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
            <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
              {t(place)}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
