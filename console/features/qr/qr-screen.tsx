import { useMutation, useQuery } from 'urql'
import { Link, useLocation, useParams } from 'wouter'
import { withoutScheme } from '../../app/addresses.ts'
import { laterScreen } from '../../app/later-screen.ts'
import { Missing } from '../../app/missing.tsx'
import { type Tab, Tabs } from '../../app/tabs.tsx'
import { problemOf } from '../../graph/problems.ts'
import type { QrDetailsFragment } from '../../graph/types.ts'
import { formatNumber } from '../../texts/formats.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ScreenSkeleton } from '../../ui/skeleton.tsx'
import type { StatisticsLink } from '../statistics/statistics-link.ts'
import { QrCode, UpdateQrCode } from './qr.graphql.ts'
import styles from './qr-screen.module.css'
import { useDeleteQr } from './use-delete-qr.ts'

interface PartProps {
  readonly code: QrDetailsFragment
  readonly link: StatisticsLink
  readonly subject: QrDetailsFragment
}

const tabs: readonly Tab<PartProps>[] = [
  { path: '', name: 'qr.tab.design', part: laterScreen(() => import('./qr-design-tab.tsx')) },
  { path: 'statistics', name: 'link.statistics', part: laterScreen(() => import('../statistics/link-statistics.tsx')) },
  { path: 'activity', name: 'link.activity', part: laterScreen(() => import('../activity/activity-tab.tsx')) },
]

/** A QR code with an address of its own: how it looks and where it leads, its scans, and who did what with it. */
// biome-ignore lint/style/noDefaultExport: React loads a screen by its default export.
export default function QrScreen() {
  const { id = '', '*': path = '' } = useParams<{ id: string; '*': string }>()
  const [{ data, error }, ask] = useQuery({ query: QrCode, variables: { id } })
  const problem = problemOf(error)
  if (problem?.code === 'QR_NOT_FOUND') return <Missing />
  if (problem) return <Problem problem={problem} onAgain={() => ask({ requestPolicy: 'network-only' })} />
  const code = data?.dynamicQr
  if (!code?.url) return <ScreenSkeleton />
  const { title, shortUrl, url } = code
  const partProps = { code, link: { id: url.id, title, shortUrl }, subject: code }
  return (
    <>
      <Head code={code} />
      <Tabs tabs={tabs} base={`/qr/${id}`} path={path} label={t('qr.parts')} partProps={partProps} />
    </>
  )
}

function Head({ code }: { readonly code: QrDetailsFragment }) {
  const [, navigate] = useLocation()
  const [, update] = useMutation(UpdateQrCode)
  const deleteQr = useDeleteQr()
  const { id, title, shortUrl, scans, isActive } = code
  return (
    <header className={styles.head}>
      <div>
        <p>
          <Link href="/qr">{t('nav.qr')}</Link>
        </p>
        <h1>{title}</h1>
        <p>
          {withoutScheme(shortUrl)} · {formatNumber(scans)} {t('qr.scans', { count: scans })}
          {!isActive && (
            <>
              <Icon name="pause" size={14} /> {t('state.inactive')}
            </>
          )}
        </p>
        <p className="on-paper" hidden>
          {t('qr.leadsTo')} {withoutScheme(code.destination)}
        </p>
      </div>
      <Menu
        label={t('links.actions', { address: title })}
        trigger={<Button icon="more" label={t('links.actions', { address: title })} />}
        actions={[
          { id: 'copy', name: t('copy'), icon: 'copy', act: () => copyText(shortUrl) },
          {
            id: 'switch',
            name: isActive ? t('link.turnOff') : t('link.turnOn'),
            icon: 'pause',
            act: () => update({ id, input: { isActive: !isActive } }),
          },
          null,
          {
            id: 'delete',
            name: t('link.delete'),
            icon: 'trash',
            isDangerous: true,
            act: () => {
              deleteQr(code)
              navigate('/qr')
            },
          },
        ]}
      />
    </header>
  )
}
