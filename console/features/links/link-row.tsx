import { useMutation } from 'urql'
import { Link, useLocation } from 'wouter'
import { ownTitle, shortDestination, withoutScheme } from '../../app/addresses.ts'
import { useNewLink } from '../../app/use-new-link.ts'
import type { LinkRowFragment } from '../../graph/types.ts'
import { describeChange, formatNumber, formatShortNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Tag } from '../../ui/tag.tsx'
import styles from './link-list.module.css'
import { describeState } from './link-state.ts'
import { SetActive } from './links.graphql.ts'
import { useDeleteLinks } from './use-delete-links.ts'

/** Days of the sparkline; the days before are what it is compared with. */
const days = 30
/** More would leave no room for the destination. */
const shownTags = 3

interface LinkRowProps {
  readonly link: LinkRowFragment
  readonly isSelected: boolean
  /** With the shift key, all links from the last one on are meant. */
  readonly onSelect: (isSelected: boolean, isRange: boolean) => void
}

/** First what people type and read, then where it leads and what is special. */
export function LinkRow({ link, isSelected, onSelect }: LinkRowProps) {
  const { id, shortUrl, destination, iconUrl, dailyClicks, folder, tags, hasPassword, ruleCount } = link
  const state = describeState(link)
  const address = withoutScheme(shortUrl)
  const ending = address.lastIndexOf('/')
  const recent = dailyClicks?.slice(-days) ?? []
  const clicks = sum(recent)
  const change = describeChange(clicks, sum(dailyClicks?.slice(0, -days) ?? []))
  const { host } = new URL(destination)
  const moreTags = tags
    .slice(shownTags)
    .map(({ name }) => name)
    .join(', ')
  return (
    <li className={styles.row} data-selected={isSelected || undefined} data-closed={state?.isClosed || undefined}>
      <label className={styles.select}>
        <input
          type="checkbox"
          checked={isSelected}
          onChange={({ currentTarget, nativeEvent }) =>
            onSelect(currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
          }
          aria-label={t('links.select', { address })}
        />
      </label>
      <span className={styles.icon} aria-hidden="true">
        {host.replace(/^www\./, '').slice(0, 1)}
        {iconUrl && <img src={new URL(iconUrl).pathname} alt="" loading="lazy" onError={hide} />}
      </span>
      <div className={styles.what}>
        <p className={styles.first}>
          <Link href={`/links/${id}`} className={styles.address}>
            <span className={styles.host}>{address.slice(0, ending)}</span>
            <span className={styles.ending}>{address.slice(ending)}</span>
          </Link>
          <Button kind="quiet" icon="copy" label={t('links.copy', { address })} onPress={() => copyText(shortUrl)} />
          <ButtonLink kind="quiet" icon="edit" label={t('links.edit', { address })} href={`/links/${id}/edit`} />
          <span className={styles.title}>{ownTitle(link)}</span>
        </p>
        <p className={styles.second}>
          <span className={styles.destination} title={destination}>
            <Icon name="arrow" size={14} />
            <span>{shortDestination(destination)}</span>
          </span>
          {state && (
            <span className={styles.state}>
              <Icon name={state.icon} size={14} />
              {state.text}
            </span>
          )}
          {hasPassword && (
            <span className={styles.state}>
              <Icon name="lock" size={14} />
              {t('state.password')}
            </span>
          )}
          {ruleCount > 0 && (
            <span className={styles.state}>
              <Icon name="branch" size={14} />
              {t('state.rules', { count: ruleCount })}
            </span>
          )}
          {folder && (
            <span className={styles.state}>
              <Icon name="folder" size={14} />
              {folder.name}
            </span>
          )}
          {tags.slice(0, shownTags).map((tag) => (
            <Tag key={tag.id} name={tag.name} color={tag.color} />
          ))}
          {moreTags && (
            <span title={moreTags}>
              +{tags.length - shownTags} <span className="visually-hidden">{moreTags}</span>
            </span>
          )}
        </p>
      </div>
      <Link href={`/links/${id}`} className={styles.numbers}>
        <Sparkline values={recent} />
        <span className={styles.clicks}>
          <b title={formatNumber(clicks)}>{formatShortNumber(clicks)}</b>
          <span className="visually-hidden">
            {t('links.clicksOf', { count: clicks, address, most: formatNumber(Math.max(0, ...recent)) })}
          </span>
          <small>{change?.text ?? ' '}</small>
        </span>
      </Link>
      <Actions link={link} />
    </li>
  )
}

function Actions({ link }: { readonly link: LinkRowFragment }) {
  const [, navigate] = useLocation()
  const newLink = useNewLink()
  const [, setActive] = useMutation(SetActive)
  const deleteLinks = useDeleteLinks()
  const { id, isActive } = link
  return (
    <Menu
      label={t('links.actions', { address: link.code })}
      trigger={<Button kind="quiet" icon="more" label={t('links.actions', { address: link.code })} />}
      actions={[
        { id: 'statistics', name: t('link.statistics'), icon: 'chart', act: () => navigate(`/links/${id}`) },
        { id: 'edit', name: t('link.edit'), icon: 'edit', act: () => navigate(`/links/${id}/edit`) },
        { id: 'qr', name: t('link.qr'), icon: 'qr', act: () => navigate(`/links/${id}/qr`) },
        { id: 'rules', name: t('link.rules'), icon: 'branch', act: () => navigate(`/links/${id}/rules`) },
        { id: 'duplicate', name: t('link.duplicate'), icon: 'copy', act: () => newLink.open({ from: id }) },
        null,
        {
          id: 'active',
          name: isActive ? t('link.turnOff') : t('link.turnOn'),
          icon: 'pause',
          act: () => setActive({ id, isActive: !isActive }),
        },
        {
          id: 'delete',
          name: t('link.delete'),
          icon: 'trash',
          isDangerous: true,
          act: () => deleteLinks([id]),
        },
      ]}
    />
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

/** The letter is behind it. */
function hide({ currentTarget }: React.SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true
}
