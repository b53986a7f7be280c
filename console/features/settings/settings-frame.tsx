import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { t } from '../../texts/texts.ts'
import { Select } from '../../ui/choice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './settings-frame.module.css'
import { type SettingsPlace, settingsPlaces } from './settings-places.ts'

interface SettingsFrameProps {
  readonly title: string
  /** What these settings are for. */
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** A screen of settings beside the list of all of them. Dialogs stand inside too. */
export function SettingsFrame({ title, lead, children }: SettingsFrameProps) {
  const [path] = useLocation()
  const place = placeOf(path)
  useEffect(() => {
    document.title = `${title} · Tack`
  }, [title])
  return (
    <div className={styles.settings}>
      <h1>{t('nav.settings')}</h1>
      <Column />
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

const allPlaces = settingsPlaces.flatMap(({ places }) => places)

/** The settings to which an address belongs, such as those of domains for the address of one domain. */
function placeOf(path: string): SettingsPlace {
  const isIn = ({ href }: SettingsPlace) => path === href || path.startsWith(`${href}/`)
  return allPlaces.find(isIn) ?? (allPlaces[0] as SettingsPlace)
}

/** All settings: a column, or a choice where there is no room for one. */
function Column() {
  const hasRoom = useMedia('(width >= 1080px)')
  const [location, navigate] = useLocation()
  // A part of a place has an address under it.
  const [, path = location] = /^(\/settings\/\w+)/.exec(location) ?? []
  if (!hasRoom)
    return (
      <Select
        label={t('nav.settings')}
        isLabelHidden
        value={placeOf(path).href}
        options={allPlaces.map(({ href, name }) => [href, t(name)] as const)}
        onChange={(href) => navigate(href)}
      />
    )
  return (
    <nav aria-label={t('nav.settings')} className={styles.column}>
      {settingsPlaces.map(({ name, places }) => (
        <div key={name}>
          <h2>{t(name)}</h2>
          {places.map(({ href, name: place }) => (
            <Link key={href} href={href} aria-current={placeOf(path).href === href ? 'page' : undefined}>
              {t(place)}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
