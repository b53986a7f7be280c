import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './settings-frame.module.css'
import { settingsPlaces } from './settings-places.ts'

interface SettingsFrameProps {
  readonly title: string
  /** What these settings are for. */
  readonly lead: string
  readonly children: ReactNode
}

/** A screen of settings beside the list of all of them. Dialogs stand inside too. */
export function SettingsFrame({ title, lead, children }: SettingsFrameProps) {
  useEffect(() => {
    document.title = `${title} · Tack`
  }, [title])
  return (
    <div className={styles.settings}>
      <h1>{t('nav.settings')}</h1>
      <Column />
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
function Column() {
  const hasRoom = useMedia('(width >= 1080px)')
  const [path, navigate] = useLocation()
  if (!hasRoom)
    return (
      <Select
        label={t('nav.settings')}
        isLabelHidden
        value={path}
        options={settingsPlaces.flatMap(({ places }) => places.map(({ href, name }) => [href, t(name)] as const))}
        onChange={(href) => navigate(href)}
      />
    )
  return (
    <nav aria-label={t('nav.settings')} className={styles.column}>
      {settingsPlaces.map(({ name, places }) => (
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
